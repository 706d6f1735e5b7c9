// Taking a game elsewhere: its link, its record, its position, its picture.

import { api, type View } from "../api";
import { say, sayProblem } from "../ui/toast";

export function SharePanel({ view }: { view: View }) {
  const copy = async (text: string, what: string) => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied.`, "good");
    } catch {
      say(`This browser does not let a page copy. The ${what.toLowerCase()}: ${text}`);
    }
  };
  return (
    <div class="share">
      <button type="button" onClick={() => void copy(location.href, "Link")}>Copy the link to this table</button>
      <p class="note">Whoever has the link can look and play. It cannot be guessed.</p>
      <a class="button" href={api.recordLink(view.id)} download={`${view.name}.ludex`}>Save the record</a>
      <a class="button" href={api.svgLink(view.id)} download={`${view.name}.svg`}>Save the picture (SVG)</a>
      <button type="button" onClick={() => void savePng(view)}>Save the picture (PNG)</button>
      <label class="param wide">
        <span class="param-name">Position</span>
        <textarea rows={3} readOnly value={view.position} />
      </label>
      <div class="actions">
        <button type="button" onClick={() => void copy(view.position, "Position")}>Copy</button>
        <a class="button primary" href={`#/new/${encodeURIComponent(view.game)}/${encodeURIComponent(view.position)}`}>Change it, or begin from it</a>
      </div>
    </div>
  );
}

/** The picture of a board that stands in space on this page, as it is turned now. */
function spacePicture(): string | undefined {
  const canvas = document.querySelector<HTMLCanvasElement & { ludexPicture?: () => string | undefined }>(".space canvas");
  return canvas?.ludexPicture?.();
}

/** The flat picture at twice its size, on paper white. */
async function flatPicture(view: View): Promise<string> {
  const text = await (await fetch(api.svgLink(view.id))).text();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas.toDataURL("image/png");
}

async function savePng(view: View) {
  try {
    const link = document.createElement("a");
    link.download = `${view.name}.png`;
    link.href = spacePicture() ?? (await flatPicture(view));
    link.click();
  } catch (error) {
    sayProblem(error);
  }
}
