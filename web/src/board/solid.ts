// A pyramid of balls in space, with light and shadow, to be turned around and looked into.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import type { Colour, Point, Scene } from "../api";
import { boardSites, layerHeights, piecesOn, supports } from "./geometry";
import { PIECE } from "./shades";
import { figure, hollow, wood } from "./texture";

export interface SolidOptions {
  /** How many layers are shown, counted from the ground. */
  layers: number;
  /** How solid the balls are, from 0.15 to 1. */
  opacity: number;
  /** Sites that can be pointed at. */
  goals: Set<number>;
  /** Sites whose balls can be moved. */
  starts: Set<number>;
  selected: number | null;
  hinted: Set<number>;
  /** The colour of the ball that would be laid, where that is known. */
  colour: Colour | null;
  /** What an agent thinks of each place: a colour and a share from 0 to 1. */
  heat: Map<number, { colour: string; share: number }>;
  /** What an agent expects to happen. */
  course: { from: Point | null; to: Point | null; colour: string }[];
}

const RADIUS = 0.49;
/** How long a ball falls, in milliseconds. */
const FALL = 420;
const ACCENT = 0xff9f1c;
const HINT = 0x1f9bd1;
const OPEN = 0x86cfac;

/** Whether the browser draws without a graphics processor, so that costly light is better left out. */
function isSoftware(renderer: THREE.WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** Draws into a canvas until disposed. */
export class SolidBoard {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly space = new THREE.Scene();
  private readonly camera: THREE.PerspectiveCamera;
  private readonly controls: OrbitControls;
  private readonly things = new THREE.Group();
  private readonly board = new THREE.Group();
  private readonly ball = new THREE.SphereGeometry(RADIUS, 48, 32);
  private readonly ring = new THREE.TorusGeometry(0.2, 0.035, 12, 40);
  private readonly halo = new THREE.TorusGeometry(RADIUS * 1.01, 0.028, 10, 56);
  private readonly haloMaterial = new THREE.MeshBasicMaterial({ color: 0xe08a1e });
  private readonly halos = new THREE.Group();
  private readonly pointer = new THREE.Raycaster();
  private readonly pickable: THREE.Mesh[] = [];
  private readonly pulsing: THREE.MeshStandardMaterial[] = [];
  private shown = new Map<number, THREE.Mesh>();
  /** Marks of open places: as they are seen, and faintly through what hides them. */
  private readonly pearls = [
    new THREE.MeshStandardMaterial({ color: 0x3fbf86, emissive: 0x1a7a4e, roughness: 0.35 }),
    new THREE.MeshBasicMaterial({ color: 0x3fbf86, transparent: true, opacity: 0.22, depthTest: false, depthWrite: false }),
  ];
  private readonly figures = new Map<string, THREE.Texture>();
  private scene: Scene | null = null;
  private boardKey = "";
  private frame = 0;
  private dirty = true;
  private drops: { site: number; mesh: THREE.Object3D; from: number; to: number; start: number }[] = [];
  /** Whether there is no graphics processor to draw reflections. */
  private readonly modest: boolean;
  private readonly observer: ResizeObserver;
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly onPoint: (site: number) => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.modest = isSoftware(this.renderer);
    this.renderer.toneMappingExposure = this.modest ? 1.05 : 0.86;
    if (!this.modest) {
      const maker = new THREE.PMREMGenerator(this.renderer);
      this.space.environment = maker.fromScene(new RoomEnvironment(), 0.04).texture;
      this.space.environmentIntensity = 0.45;
      maker.dispose();
    }
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.1, 200);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.enablePan = false;
    this.controls.minPolarAngle = 0.05;
    this.controls.maxPolarAngle = Math.PI * 0.47;
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.space.add(this.board, this.things, this.halos);
    this.listen();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentElement ?? canvas);
    this.resize();
    this.loop();
  }

  /** x stays, the board's y goes away from the eye, its z goes up. */
  private place(at: [number, number, number]): THREE.Vector3 {
    return new THREE.Vector3(at[0], at[2] + 0.42, -at[1]);
  }

  update(scene: Scene, options: SolidOptions, stepped: boolean) {
    const had = this.scene && piecesOn(this.scene);
    this.scene = scene;
    this.drawBoard(scene);
    this.things.clear();
    this.halos.clear();
    this.pickable.length = 0;
    this.pulsing.length = 0;
    this.shown = new Map();
    // What is falling goes on falling when the board is drawn anew.
    const falling = new Map(this.drops.map(({ site, start }) => [site, start]));
    this.drops = [];
    const heights = layerHeights(scene);
    const top = heights[Math.min(options.layers, heights.length) - 1] ?? 0;
    // Hands are shown beside the picture.
    const onBoard = new Set(boardSites(scene));
    const visible = (id: number) => onBoard.has(scene.sites[id]!) && scene.sites[id]!.at[2] < top + 0.05;
    for (const [id, pieces] of piecesOn(scene)) {
      if (!visible(id)) continue;
      const piece = pieces[pieces.length - 1]!;
      const mesh = new THREE.Mesh(this.ball, this.material(piece.colour, options.opacity));
      const rest = this.place(scene.sites[id]!.at);
      mesh.position.copy(rest);
      mesh.castShadow = options.opacity > 0.6;
      mesh.receiveShadow = true;
      mesh.userData.site = id;
      this.things.add(mesh);
      this.shown.set(id, mesh);
      this.pickable.push(mesh);
      const begun = falling.get(id) ?? (stepped && had && !had.has(id) && !this.still ? performance.now() : null);
      if (begun !== null) {
        this.drops.push({ site: id, mesh, from: rest.y + 2.2, to: rest.y, start: begun });
        this.fall(this.drops[this.drops.length - 1]!, performance.now());
      }
      const note = options.selected === id || options.hinted.has(id) || scene.highlights.includes(id);
      if (note) this.addRing(rest, scene.highlights.includes(id) ? ACCENT : 0x2f9e6e);
      else if (options.starts.has(id)) this.addRing(rest, 0xffffff, 0.5);
    }
    for (const id of options.goals) {
      if (!this.shown.has(id) && visible(id)) this.addGoal(id, options);
    }
    options.course.forEach((step, index) => this.addStep(step, index + 1));
    this.dirty = true;
  }

  /** A place where a ball may go: a pearl where it would lie, and the ball itself under the pointer. */
  private addGoal(id: number, { hinted, heat, colour }: SolidOptions) {
    const at = this.place(this.scene!.sites[id]!.at);
    const told = hinted.has(id);
    const warm = heat.get(id);
    const material = new THREE.MeshStandardMaterial({
      color: told ? HINT : (warm?.colour ?? (colour ? PIECE[colour][1] : OPEN)),
      transparent: true,
      opacity: told ? 0.65 : warm ? 0.3 + 0.6 * warm.share : 0,
      roughness: 0.4,
      depthWrite: false,
    });
    if (told) this.pulsing.push(material);
    const ghost = new THREE.Mesh(this.ball, material);
    ghost.position.copy(at);
    ghost.scale.setScalar(warm ? 0.45 + 0.5 * Math.sqrt(warm.share) : 0.97);
    ghost.userData.site = id;
    ghost.userData.ghost = material;
    this.things.add(ghost);
    this.pickable.push(ghost);
    if (told || warm) return;
    for (const look of this.pearls) {
      const pearl = new THREE.Mesh(this.ball, look);
      pearl.scale.setScalar(0.26);
      pearl.position.set(at.x, at.y - 0.24, at.z);
      pearl.renderOrder = look.depthTest ? 0 : 1;
      this.things.add(pearl);
    }
  }

  /** A number above the place where an expected move ends, and a rod from where it starts. */
  private addStep({ from, to, colour }: SolidOptions["course"][number], number: number) {
    const end = to ?? from;
    if (!end) return;
    const sign = new THREE.Sprite(new THREE.SpriteMaterial({ map: this.figure(String(number), colour), depthTest: false }));
    sign.position.copy(this.place(end)).add(new THREE.Vector3(0, RADIUS * 0.75, 0));
    sign.scale.setScalar(0.42);
    sign.renderOrder = 3;
    this.things.add(sign);
    if (!from || !to) return;
    const [a, b] = [this.place(from), this.place(to)];
    const rod = new THREE.Mesh(new THREE.CylinderGeometry(0.05, 0.05, a.distanceTo(b), 10), new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.7 }));
    rod.position.copy(a).lerp(b, 0.5);
    rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), b.clone().sub(a).normalize());
    rod.renderOrder = 2;
    this.things.add(rod);
  }

  private figure(text: string, colour: string): THREE.Texture {
    const key = text + colour;
    const known = this.figures.get(key);
    if (known) return known;
    const texture = figure(text, colour, getComputedStyle(this.canvas).fontFamily);
    this.figures.set(key, texture);
    return texture;
  }

  private addRing(at: THREE.Vector3, colour: number, opacity = 1) {
    const material = new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity });
    const ring = new THREE.Mesh(this.ring, material);
    ring.position.set(at.x, at.y + RADIUS * 0.94, at.z);
    ring.rotation.x = Math.PI / 2;
    this.things.add(ring);
  }

  private material(colour: Colour, opacity: number): THREE.Material {
    if (this.modest) {
      const color = new THREE.Color(PIECE[colour][1]);
      const specular = new THREE.Color(0x555555);
      return new THREE.MeshPhongMaterial({ color, specular, shininess: 70, transparent: opacity < 1, opacity });
    }
    return new THREE.MeshPhysicalMaterial({
      color: new THREE.Color(PIECE[colour][1]),
      roughness: colour === "black" ? 0.32 : 0.28,
      clearcoat: 0.8,
      clearcoatRoughness: 0.15,
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity > 0.5,
    });
  }

  /** The slab with its hollows, made again only when the board changes. */
  private drawBoard(scene: Scene) {
    const ground = boardSites(scene).filter((site) => site.at[2] < 0.05);
    const key = ground.map((site) => site.at.join()).join(";");
    if (key === this.boardKey) return;
    this.boardKey = key;
    this.board.clear();
    const xs = ground.map((site) => site.at[0]);
    const ys = ground.map((site) => site.at[1]);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [wide, deep] = [x1 - x0 + 1.5, y1 - y0 + 1.5];
    const middle = new THREE.Vector3((x0 + x1) / 2, 0, -(y0 + y1) / 2);
    const outline = new THREE.Shape();
    const [w, d, c] = [wide / 2, deep / 2, 0.28];
    outline.moveTo(-w + c, -d);
    outline.lineTo(w - c, -d).quadraticCurveTo(w, -d, w, -d + c);
    outline.lineTo(w, d - c).quadraticCurveTo(w, d, w - c, d);
    outline.lineTo(-w + c, d).quadraticCurveTo(-w, d, -w, d - c);
    outline.lineTo(-w, -d + c).quadraticCurveTo(-w, -d, -w + c, -d);
    const slab = new THREE.Mesh(
      new THREE.ExtrudeGeometry(outline, { depth: 0.34, bevelEnabled: true, bevelSize: 0.05, bevelThickness: 0.05, bevelSegments: 4 }),
      new THREE.MeshStandardMaterial({ map: wood(), roughness: 0.58 }),
    );
    slab.rotation.x = -Math.PI / 2;
    slab.position.set(middle.x, -0.42, middle.z);
    slab.castShadow = slab.receiveShadow = true;
    this.board.add(slab);
    const table = new THREE.Mesh(new THREE.PlaneGeometry(wide * 4, deep * 4), new THREE.ShadowMaterial({ opacity: 0.26 }));
    table.rotation.x = -Math.PI / 2;
    table.position.set(middle.x, -0.48, middle.z);
    table.receiveShadow = true;
    this.board.add(table);
    const dimple = new THREE.CircleGeometry(0.29, 40);
    const dark = new THREE.MeshStandardMaterial({ map: hollow(), transparent: true, roughness: 0.9 });
    for (const site of ground) {
      const hollow = new THREE.Mesh(dimple, dark);
      hollow.rotation.x = -Math.PI / 2;
      hollow.position.set(site.at[0], -0.024, -site.at[1]);
      hollow.receiveShadow = true;
      this.board.add(hollow);
    }
    this.light(middle, Math.max(wide, deep));
    this.controls.target.set(middle.x, -0.38, middle.z);
    const away = Math.max(wide, deep) * 1.68;
    this.camera.position.set(middle.x + away * 0.28, away * 0.8, middle.z + away * 0.76);
    this.controls.minDistance = away * 0.35;
    this.controls.maxDistance = away * 2.2;
    this.controls.update();
  }

  private light(middle: THREE.Vector3, size: number) {
    const sun = new THREE.DirectionalLight(0xfff2dc, 2.3);
    sun.position.set(middle.x - size * 0.55, size * 1.5, middle.z + size * 0.35);
    sun.target.position.copy(middle);
    sun.castShadow = true;
    sun.shadow.mapSize.setScalar(this.modest ? 512 : 2048);
    sun.shadow.radius = 5;
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.02;
    const half = size * 1.05;
    Object.assign(sun.shadow.camera, { left: -half, right: half, top: half, bottom: -half, near: 0.1, far: size * 4 });
    this.board.add(sun, sun.target, new THREE.HemisphereLight(0xffffff, 0x8a6a44, this.modest ? 1.6 : 0.45));
  }

  private listen() {
    let down: { x: number; y: number } | null = null;
    this.canvas.addEventListener("pointerdown", (event) => (down = { x: event.clientX, y: event.clientY }));
    this.canvas.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) < 6) {
        const site = this.pick(event)?.userData.site;
        if (site !== undefined) this.onPoint(site as number);
      }
      down = null;
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0) return;
      const found = this.pick(event);
      this.canvas.style.cursor = found ? "pointer" : "grab";
      for (const mesh of this.pickable) {
        const ghost = mesh.userData.ghost as THREE.MeshStandardMaterial | undefined;
        if (!ghost || this.pulsing.includes(ghost)) continue;
        mesh.userData.rest ??= ghost.opacity;
        ghost.opacity = mesh === found ? Math.max(0.62, mesh.userData.rest as number) : (mesh.userData.rest as number);
      }
      this.showSupports(found?.userData.ghost ? (found.userData.site as number) : null);
      this.dirty = true;
    });
  }

  /** Marks the balls that would carry a ball on a site. */
  private showSupports(site: number | null) {
    this.halos.clear();
    if (site === null || !this.scene) return;
    for (const id of supports(this.scene, site)) {
      const ball = this.shown.get(id);
      if (!ball) continue;
      const halo = new THREE.Mesh(this.halo, this.haloMaterial);
      halo.position.copy(ball.position);
      halo.rotation.x = Math.PI / 2;
      this.halos.add(halo);
    }
  }

  private pick(event: PointerEvent): THREE.Object3D | null {
    const rect = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - rect.left) / rect.width) * 2 - 1;
    const y = -((event.clientY - rect.top) / rect.height) * 2 + 1;
    this.pointer.setFromCamera(new THREE.Vector2(x, y), this.camera);
    return this.pointer.intersectObjects(this.pickable, false)[0]?.object ?? null;
  }

  /** Where a site is seen, in pixels of the page: for tests and for notes beside it. */
  project(at: [number, number, number]): [number, number] {
    this.camera.updateMatrixWorld();
    const seen = this.place(at).project(this.camera);
    const rect = this.canvas.getBoundingClientRect();
    return [rect.left + ((seen.x + 1) / 2) * rect.width, rect.top + ((1 - seen.y) / 2) * rect.height];
  }

  /** The board as it is seen now, as the address of a PNG. */
  picture(): string {
    this.renderer.render(this.space, this.camera);
    return this.canvas.toDataURL("image/png");
  }

  private resize() {
    const parent = this.canvas.parentElement;
    const width = parent?.clientWidth ?? 600;
    const height = parent?.clientHeight ?? 480;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.fov = width < height ? 54 : 38;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** Puts a falling ball where it is now: it falls, and bounces a little. */
  private fall({ mesh, from, to, start }: (typeof this.drops)[number], now: number) {
    const t = Math.min((now - start) / FALL, 1);
    const height = t < 0.75 ? 1 - (t / 0.75) ** 2 : 0.06 * Math.sin(((t - 0.75) / 0.25) * Math.PI);
    mesh.position.y = to + (from - to) * height;
  }

  private readonly loop = () => {
    this.frame = requestAnimationFrame(this.loop);
    this.controls.update();
    const now = performance.now();
    for (const drop of this.drops) {
      this.fall(drop, now);
      this.dirty = true;
    }
    this.drops = this.drops.filter((drop) => now - drop.start < FALL);
    for (const material of this.pulsing) {
      material.opacity = 0.55 + 0.2 * Math.sin(now / 260);
      this.dirty = true;
    }
    if (!this.dirty) return;
    this.dirty = false;
    this.renderer.render(this.space, this.camera);
  };

  dispose() {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
  }
}
