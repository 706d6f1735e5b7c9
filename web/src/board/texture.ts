// Surfaces painted once and laid on the solid board.

import * as THREE from "three";

function painted(size: number, paint: (pen: CanvasRenderingContext2D) => void): THREE.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  paint(canvas.getContext("2d")!);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** Wood: a warm ground with grain that wanders along it and meets itself where it repeats. */
export function wood(): THREE.Texture {
  const size = 512;
  const texture = painted(size, (pen) => {
    pen.fillStyle = "#d3a76c";
    pen.fillRect(0, 0, size, size);
    for (let line = 0; line < 110; line++) {
      const y = (line * size) / 110 + 5 * Math.sin(line * 5.3);
      pen.strokeStyle = line % 3 === 0 ? "#f0cf98" : "#6f4212";
      pen.globalAlpha = 0.05 + 0.13 * Math.abs(Math.sin(line * 4.7));
      pen.lineWidth = 0.8 + 2.2 * Math.abs(Math.sin(line * 3.1));
      pen.beginPath();
      pen.moveTo(0, y);
      pen.bezierCurveTo(size * 0.3, y + 16 * Math.sin(line * 0.7), size * 0.7, y + 16 * Math.sin(line * 1.1), size, y);
      pen.stroke();
    }
  });
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.repeat.set(0.17, 0.17);
  return texture;
}

/** A hollow seen from above: dark under its near edge, lit at its far one. */
export function hollow(): THREE.Texture {
  return painted(128, (pen) => {
    const bowl = pen.createRadialGradient(64, 74, 6, 64, 64, 62);
    bowl.addColorStop(0, "#a5763f");
    bowl.addColorStop(0.75, "#7a5227");
    bowl.addColorStop(1, "#5a3814");
    pen.fillStyle = bowl;
    pen.beginPath();
    pen.arc(64, 64, 62, 0, 2 * Math.PI);
    pen.fill();
    pen.lineWidth = 2.5;
    pen.strokeStyle = "rgb(255 235 200 / 0.55)";
    pen.beginPath();
    pen.arc(64, 64, 61, 0.15 * Math.PI, 0.85 * Math.PI);
    pen.stroke();
  });
}

/** A number on a disc. */
export function figure(text: string, colour: string, font: string): THREE.Texture {
  return painted(64, (pen) => {
    pen.beginPath();
    pen.arc(32, 32, 28, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
    pen.lineWidth = 4;
    pen.strokeStyle = pen.fillStyle = "#ffffff";
    pen.stroke();
    pen.font = `600 36px ${font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, 32, 34);
  });
}
