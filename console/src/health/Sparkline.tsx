import { useCallback, useRef } from 'react';
import { Canvas } from '../charts/Canvas';
import { usePalette } from '../charts/palette';
import { useWidth } from '../charts/use-size';

const HEIGHT = 40;
/** The whole width holds so many readings. */
const READINGS = 60;

/** The last five minutes. */
export function Sparkline({ label, values }: { readonly label: string; readonly values: readonly number[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const palette = usePalette();
  const paint = useCallback(
    (context: CanvasRenderingContext2D, wide: number, high: number) => {
      const most = Math.max(1, ...values);
      const step = wide / READINGS;
      context.fillStyle = palette.allocated;
      values.forEach((value, index) => {
        const bar = Math.max(1, (value / most) * (high - 2));
        context.fillRect(wide - (values.length - index) * step, high - bar, Math.max(1, step - 1), bar);
      });
    },
    [values, palette],
  );
  return (
    <div ref={frame} role="img" aria-label={`${label} over the last five minutes`} style={{ marginTop: 6 }}>
      <Canvas width={width} height={HEIGHT} paint={paint} />
    </div>
  );
}
