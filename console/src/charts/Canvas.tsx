import { useLayoutEffect, useRef } from 'react';

export type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

export interface CanvasProps {
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

/** Draws anew when `paint` is another function. Sizes are CSS pixels; the screen's own are finer. */
export function Canvas({ width, height, paint }: CanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = element.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || width === 0) return;
    const ratio = devicePixelRatio;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    paint(context, width, height);
  }, [paint, width, height]);
  return <canvas ref={element} style={{ width, height, display: 'block' }} aria-hidden />;
}
