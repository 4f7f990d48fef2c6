import { useEffect, useRef, useState, type RefObject } from 'react';
import { now, shifted, spanOf, zoomed, type TimeWindow } from '../kernel/instant';
import { timeScale, type TimeScale } from './time-axis';

const ZOOM_STEP = 1.25;
const PAN_SHARE = 0.2;
/** A shorter drag is a click. */
const CLICK_PIXELS = 4;

export interface Navigation {
  readonly window: TimeWindow;
  readonly width: number;
  readonly left?: number;
  readonly move: (window: TimeWindow) => void;
  /** A press without a drag. */
  readonly click?: (x: number, y: number) => void;
}

/** What is being marked with Shift held, in pixels. */
export interface Brush {
  readonly from: number;
  readonly to: number;
}

/**
 * Dragging pans; Ctrl and the wheel, or a pinch, zooms; Shift and dragging zooms into what is marked. + − and Shift with the arrows
 * do the same from the keyboard. The wheel alone scrolls the page, as everywhere else.
 */
export function useTimeNavigation(
  element: RefObject<HTMLElement | null>,
  navigation: Navigation,
): Brush | undefined {
  const latest = useRef(navigation);
  const [brush, setBrush] = useState<Brush>();
  useEffect(() => {
    latest.current = navigation;
  });
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const controller = new AbortController();
    listen(current, latest, setBrush, controller.signal);
    return () => controller.abort();
  }, [element]);
  return brush;
}

function scaleOf({ window, width, left }: Navigation): TimeScale {
  return timeScale(window, width, left);
}

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly window: TimeWindow;
  readonly isBrush: boolean;
  isMoved: boolean;
}

function listen(
  element: HTMLElement,
  latest: RefObject<Navigation>,
  setBrush: (brush?: Brush) => void,
  signal: AbortSignal,
): void {
  let drag: Drag | undefined;
  const xOf = (event: MouseEvent): number => event.clientX - element.getBoundingClientRect().left;

  const onMove = (event: PointerEvent): void => {
    if (!drag) return;
    const x = xOf(event);
    if (!drag.isMoved && Math.abs(x - drag.x) < CLICK_PIXELS) return;
    drag.isMoved = true;
    element.setPointerCapture(event.pointerId);
    if (drag.isBrush) setBrush({ from: Math.min(drag.x, x), to: Math.max(drag.x, x) });
    else latest.current.move(panned(latest.current, drag, x));
  };
  const onUp = (event: PointerEvent): void => {
    const x = xOf(event);
    const ended = drag;
    drag = undefined;
    setBrush(undefined);
    if (!ended) return;
    if (!ended.isMoved) latest.current.click?.(x, event.clientY - element.getBoundingClientRect().top);
    else if (ended.isBrush) latest.current.move(marked(latest.current, ended.x, x));
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const y = event.clientY;
    drag = { x: xOf(event), y, window: latest.current.window, isBrush: event.shiftKey, isMoved: false };
  };
  const options = { signal };
  element.addEventListener('pointerdown', onDown, options);
  element.addEventListener('pointermove', onMove, options);
  element.addEventListener('pointerup', onUp, options);
  element.addEventListener('pointercancel', () => (drag = undefined), options);
  element.addEventListener('wheel', (event) => onWheel(event, latest.current, xOf(event)), {
    signal,
    passive: false,
  });
  element.addEventListener('keydown', (event) => onKey(event, latest.current), options);
}

function panned({ width, left, window: { start, end } }: Navigation, drag: Drag, x: number): TimeWindow {
  const scale = timeScale(drag.window, width, left);
  const span = end - start;
  const from = drag.window.start + scale.instant(drag.x) - scale.instant(x);
  return { start: from, end: from + span };
}

function marked(navigation: Navigation, a: number, b: number): TimeWindow {
  const scale = scaleOf(navigation);
  const start = scale.instant(Math.min(a, b));
  return { start, end: Math.max(start + 300, scale.instant(Math.max(a, b))) };
}

function onWheel(event: WheelEvent, navigation: Navigation, x: number): void {
  const { window, move } = navigation;
  const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  const isZoom = event.ctrlKey || event.metaKey;
  if (!isZoom && !isSideways && !event.shiftKey) return;
  event.preventDefault();
  const scale = scaleOf(navigation);
  if (!isZoom) {
    const pixels = isSideways ? event.deltaX : event.deltaY;
    move(shifted(window, scale.instant(pixels) - scale.instant(0)));
  } else move(zoomed(window, event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP, scale.instant(x)));
}

function onKey(event: KeyboardEvent, { window, move }: Navigation): void {
  const next = windowForKey(event, window);
  if (!next) return;
  event.preventDefault();
  move(next);
}

function windowForKey({ key, shiftKey }: KeyboardEvent, window: TimeWindow): TimeWindow | undefined {
  const span = spanOf(window);
  const middle = window.start + span / 2;
  const step = Math.round(span * PAN_SHARE);
  if (key === '+' || key === '=') return zoomed(window, 1 / ZOOM_STEP, middle);
  if (key === '-') return zoomed(window, ZOOM_STEP, middle);
  if (shiftKey && key === 'ArrowLeft') return shifted(window, -step);
  if (shiftKey && key === 'ArrowRight') return shifted(window, step);
  if (key === 'Home') return shifted(window, now() - Math.round(window.start + span / 24));
  return undefined;
}
