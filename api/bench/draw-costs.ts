/** Draws charts of how costs grow with the number of posts, as an SVG for light and dark pages. */

export interface Cost {
  readonly what: string;
  readonly unit: 'ms' | 'KB';
  /** One for each number of posts. */
  readonly values: readonly number[];
  /** The most that the last value may be, as a multiple of the second one. */
  readonly atMost: number;
}

const PANEL = { width: 220, height: 150 };
const PLOT = { left: 16, right: 204, top: 44, bottom: 118 };
const COLUMNS = 4;

const STYLE = `
    text { font: 11px system-ui, sans-serif; fill: #57606a; }
    .what { font-weight: 600; fill: #1f2328; }
    .line { fill: none; stroke: #0969da; stroke-width: 2; }
    .dot { fill: #0969da; }
    .bar { stroke: #cf222e; stroke-dasharray: 4 3; }
    .axis { stroke: #d0d7de; }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1; }
      .what { fill: #f0f6fc; }
      .line { stroke: #4493f8; }
      .dot { fill: #4493f8; }
      .bar { stroke: #f85149; }
      .axis { stroke: #3d444d; }
    }`;

const round = (value: number): string => String(Number(value.toFixed(value < 10 ? 1 : 0)));

const short = (number: number): string => (number < 1000 ? String(number) : `${number / 1000}k`);

const panelOf = (numbers: readonly number[], cost: Cost, index: number): string => {
  const { what, unit, values, atMost } = cost;
  const bar = atMost * (values[1] ?? 0);
  const most = 1.1 * Math.max(bar, ...values);
  const x = (i: number): number =>
    Math.round(PLOT.left + ((PLOT.right - PLOT.left) * i) / (numbers.length - 1));
  const y = (value: number): number =>
    Math.round(PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / most);
  const left = (index % COLUMNS) * PANEL.width;
  const top = Math.floor(index / COLUMNS) * PANEL.height;
  /** Returns the position of a label: above its dot, unless the limit is there. */
  const labelY = (value: number): number => {
    const above = y(value) - 7;
    return Math.abs(above - 5 - y(bar)) < 8 ? y(value) + 16 : above;
  };
  const points = values.map((value, i) => `${x(i)},${y(value)}`).join(' ');
  const anchor = (i: number): string =>
    i === 0 ? 'start' : i === numbers.length - 1 ? 'end' : 'middle';
  return `
  <g transform="translate(${left} ${top})">
    <text class="what" x="${PLOT.left}" y="20">${what} (${unit})</text>
    <path class="axis" d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}"/>
    <path class="bar" d="M${PLOT.left} ${y(bar)}H${PLOT.right}"/>
    <polyline class="line" points="${points}"/>${values
      .map(
        (value, i) => `
    <circle class="dot" cx="${x(i)}" cy="${y(value)}" r="3"/>
    <text x="${x(i)}" y="${labelY(value)}" text-anchor="${anchor(i)}">${round(value)}</text>
    <text x="${x(i)}" y="${PLOT.bottom + 15}" text-anchor="${anchor(i)}">${short(numbers[i] ?? 0)}</text>`,
      )
      .join('')}
  </g>`;
};

/**
 * Draws a chart for each cost. `numbers` are numbers of posts; the dashed line is the limit for the
 * last one.
 */
export const drawCosts = (numbers: readonly number[], costs: readonly Cost[]): string => {
  const width = COLUMNS * PANEL.width;
  const height = Math.ceil(costs.length / COLUMNS) * PANEL.height;
  const panels = costs.map((cost, index) => panelOf(numbers, cost, index)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Cost against the number of posts">
  <style>${STYLE}
  </style>${panels}
</svg>
`;
};
