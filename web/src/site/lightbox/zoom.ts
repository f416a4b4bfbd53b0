interface Point {
  readonly x: number;
  readonly y: number;
}

interface Gestures {
  /** Called on a swipe over a picture that isn't zoomed, with the direction to move in. */
  readonly onSwipe: (step: 1 | -1) => void;
  /** Called on a swipe down. */
  readonly onDismiss: () => void;
}

const SCALE_MAX = 5;
const DOUBLE_CLICK_SCALE = 2.5;
const STEP = 1.5;
const SWIPE_PIXELS = 50;
const DISMISS_PIXELS = 90;

const between = (low: number, value: number, high: number): number =>
  Math.min(Math.max(low, value), high);

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * Lets a picture be zoomed and moved with fingers, the wheel, a double click and keys. Touches
 * count anywhere on its stage, since the picture is small on a phone.
 */
export const addZoom = (
  image: HTMLImageElement,
  stage: HTMLElement,
  { onSwipe, onDismiss }: Gestures,
) => {
  const fingers = new Map<number, Point>();
  let scale = 1;
  let shift: Point = { x: 0, y: 0 };
  let start: Point | undefined;

  const apply = (): void => {
    const { offsetWidth, offsetHeight } = image;
    const overflow = { x: (offsetWidth * (scale - 1)) / 2, y: (offsetHeight * (scale - 1)) / 2 };
    shift = {
      x: between(-overflow.x, shift.x, overflow.x),
      y: between(-overflow.y, shift.y, overflow.y),
    };
    image.style.transform =
      scale === 1 ? '' : `translate(${shift.x}px, ${shift.y}px) scale(${scale})`;
    image.toggleAttribute('data-zoomed', scale > 1);
  };

  /** Keeps the given point, or else the centre, in place. */
  const zoomTo = (next: number, point?: Point): void => {
    const requested = between(1, next, SCALE_MAX);
    const { left, top, width, height } = image.getBoundingClientRect();
    const from = point
      ? { x: point.x - left - width / 2, y: point.y - top - height / 2 }
      : { x: -shift.x, y: -shift.y };
    const growth = requested / scale - 1;
    shift = { x: shift.x - from.x * growth, y: shift.y - from.y * growth };
    scale = requested;
    apply();
  };

  stage.addEventListener('pointerdown', (event) => {
    if (event.target === image) image.setPointerCapture(event.pointerId);
    else if (event.pointerType === 'mouse') return;
    fingers.set(event.pointerId, event);
    start = fingers.size === 1 ? { x: event.clientX, y: event.clientY } : undefined;
  });

  stage.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) {
      const growth = distance(now, other) / Math.max(1, distance(before, other));
      zoomTo(scale * growth, middleOf(now, other));
    } else if (scale > 1) {
      shift = { x: shift.x + now.x - before.x, y: shift.y + now.y - before.y };
      apply();
    }
  });

  const end = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    if (!start || scale > 1 || event.type === 'pointercancel') return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = undefined;
    if (Math.abs(x) > SWIPE_PIXELS && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    else if (y > DISMISS_PIXELS) onDismiss();
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
  image.addEventListener('dblclick', (event) => zoomTo(scale > 1 ? 1 : DOUBLE_CLICK_SCALE, event));
  image.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoomTo(event.deltaY < 0 ? scale * 1.15 : scale / 1.15, event);
    },
    { passive: false },
  );

  return {
    reset: (): void => zoomTo(1),
    larger: (): void => zoomTo(scale * STEP),
    smaller: (): void => zoomTo(scale / STEP),
  };
};
