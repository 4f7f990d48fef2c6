/**
 * A line plot as SVG, written by hand so that it needs no package. Both axes are logarithmic; colours suit a light and a
 * dark page alike.
 *
 * A plot: { title, x, y, series: [{ name, points: [[x, y], …] }] }, x and y being what the axes mean.
 */
export function svg({ title, x, y, series }) {
  const points = series.flatMap((line) => line.points).filter(isDrawn);
  const scaleX = scaleOfPlaces(points.map(([place]) => place));
  const scaleY = scaleOfTens(points.map(([, value]) => value));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#888" role="img">`,
    `<title>${escaped(title)}</title>`,
    text(LEFT, 20, title, 'font-size="14" font-weight="bold"'),
    ...grid(scaleX, scaleY),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x, 'text-anchor="middle"'),
    text(LEFT, 38, y),
    ...series.flatMap((line, index) => drawn(line, COLOURS[index % COLOURS.length], index, scaleX, scaleY)),
    '</svg>',
    '',
  ].join('\n');
}

const WIDTH = 800;
const HEIGHT = 400;
const LEFT = 70;
const RIGHT = 220;
const TOP = 50;
const BOTTOM = 50;
const COLOURS = ['#d1495b', '#2e86ab', '#5c9e31', '#e08e1b', '#7d5ba6', '#3aa6a0', '#996b3d'];

/** A logarithm has no zero. */
function isDrawn([x, y]) {
  return x > 0 && y > 0;
}

/** From the least to the greatest of the places measured, each of them marked. */
function scaleOfPlaces(places) {
  const ticks = [...new Set(places)].sort((a, b) => a - b);
  const [least, most] = [ticks[0], ticks.at(-1)].map(Math.log);
  const at = (place) => LEFT + ((Math.log(place) - least) / (most - least || 1)) * (WIDTH - RIGHT - LEFT);
  return { at, ticks };
}

/** From a power of ten to another, all of them marked. */
function scaleOfTens(values) {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(Math.ceil(Math.log10(Math.max(...values))), least + 1);
  const bottom = HEIGHT - BOTTOM;
  const at = (value) => bottom - ((Math.log10(value) - least) / (most - least)) * (bottom - TOP);
  return { at, ticks: Array.from({ length: most - least + 1 }, (_, i) => 10 ** (least + i)) };
}

function grid(scaleX, scaleY) {
  const right = WIDTH - RIGHT;
  const bottom = HEIGHT - BOTTOM;
  return [
    ...scaleX.ticks.flatMap((value) => [
      line(scaleX.at(value), TOP, scaleX.at(value), bottom),
      text(scaleX.at(value), bottom + 18, label(value), 'text-anchor="middle"'),
    ]),
    ...scaleY.ticks.flatMap((value) => [
      line(LEFT, scaleY.at(value), right, scaleY.at(value)),
      text(LEFT - 8, scaleY.at(value) + 4, label(value), 'text-anchor="end"'),
    ]),
  ];
}

function drawn({ name, points }, colour, index, scaleX, scaleY) {
  const places = points.filter(isDrawn).map(([x, y]) => [rounded(scaleX.at(x)), rounded(scaleY.at(y))]);
  const legendY = TOP + 10 + index * 20;
  return [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((place) => place.join(',')).join(' ')}"/>`,
    ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`),
    `<rect x="${WIDTH - RIGHT + 15}" y="${legendY - 9}" width="10" height="10" fill="${colour}"/>`,
    text(WIDTH - RIGHT + 31, legendY, name),
  ];
}

function line(x1, y1, x2, y2) {
  return `<path d="M${rounded(x1)} ${rounded(y1)}L${rounded(x2)} ${rounded(y2)}" stroke="#8884"/>`;
}

function text(x, y, content, attributes = '') {
  return `<text x="${rounded(x)}" y="${rounded(y)}" ${attributes}>${escaped(content)}</text>`;
}

function label(value) {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

function rounded(value) {
  return Math.round(value * 10) / 10;
}

function escaped(content) {
  return content.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
}
