/**
 * Compares the lines of two texts like git, so that our merges agree with `git merge-file`. Uses
 * Myers' algorithm from both ends ("An O(ND) Difference Algorithm and Its Variations", 1986,
 * section 4b), without the lines that only one text has. Then groups of changed lines with several
 * possible positions are moved to where git puts them.
 */

/** Replaces `removed` lines from line `from` of the first text by `added` from line `to` of the second. */
export interface LineChange {
  readonly from: number;
  readonly removed: number;
  readonly to: number;
  readonly added: number;
}

type Lines = readonly string[];
/** Marks the changed lines of one text with 1. */
type Marks = Uint8Array;

/** A line that is more frequent than this in the other text is a weak anchor. */
const COMMON_MAX = 1024;
/** The number of neighbouring lines to examine around such a line. */
const NEIGHBOURHOOD = 100;
/** After this many steps a good split is used instead of the best, to keep the time linear. */
const STEPS_MAX = 256;
const FAR = 2 ** 31 - 1;

const ABSENT = 0;
const DISTINCTIVE = 1;
const COMMON = 2;

/** Returns a power of two near the square root. */
const approximateRoot = (number: number): number => {
  let root = 1;
  for (let rest = number; rest > 0; rest >>= 2) root <<= 1;
  return root;
};

const countLines = (lines: Lines): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

/** Whether a frequent line is among lines that the other text lacks, and is treated like them. */
const isAmongAbsent = (kinds: readonly number[], index: number): boolean => {
  let absent = 0;
  let common = 0;
  for (const step of [-1, 1]) {
    let absentHere = 0;
    for (let distance = 1; distance <= NEIGHBOURHOOD; distance += 1) {
      const kind = kinds[index + step * distance];
      if (kind === undefined || kind === DISTINCTIVE) break;
      if (kind === ABSENT) absentHere += 1;
      else common += 1;
    }
    if (absentHere === 0) return false;
    absent += absentHere;
  }
  // One for the line itself on each side.
  return (common + 2) * 4 < common + 2 + absent;
};

/**
 * Returns the indexes from `start` to `end` that can be matched, and marks all others as changed.
 */
const comparable = (lines: Lines, other: Lines, start: number, end: number, marks: Marks) => {
  const counts = countLines(other);
  const limit = Math.min(approximateRoot(lines.length), COMMON_MAX);
  const kinds = lines.slice(start, end).map((line) => {
    const count = counts.get(line) ?? 0;
    if (count === 0) return ABSENT;
    return count >= limit ? COMMON : DISTINCTIVE;
  });
  const indexes: number[] = [];
  kinds.forEach((kind, i) => {
    if (kind === DISTINCTIVE || (kind === COMMON && !isAmongAbsent(kinds, i)))
      indexes.push(start + i);
    else marks[start + i] = 1;
  });
  return indexes;
};

/** The furthest points of the paths on each diagonal, from either end. */
class Diagonals {
  readonly #reach: Int32Array;
  readonly #offset: number;
  constructor(width: number, height: number) {
    this.#offset = height + 1;
    this.#reach = new Int32Array(width + height + 3);
  }
  get(diagonal: number): number {
    return this.#reach[diagonal + this.#offset] ?? 0;
  }
  set(diagonal: number, index: number): void {
    this.#reach[diagonal + this.#offset] = index;
  }
}

/** A rectangle of the edit graph: from `[a0, b0]` to `[a1, b1]`, exclusive. */
interface Area {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/** Marks the differences between the matchable lines of both texts. */
const markDifferences = (
  [linesA, indexesA, marksA]: [Lines, readonly number[], Marks],
  [linesB, indexesB, marksB]: [Lines, readonly number[], Marks],
): void => {
  const a = indexesA.map((index) => linesA[index]);
  const b = indexesB.map((index) => linesB[index]);
  const forward = new Diagonals(a.length, b.length);
  const backward = new Diagonals(a.length, b.length);

  /** Returns the end of the furthest path, for searches that have not met. */
  const furthest = ({ a0, a1, b0, b1 }: Area, steps: number): [number, number] => {
    let best: [number, number] = [a0, b0];
    let gain = -1;
    for (const [paths, middle, sign] of [
      [forward, a0 - b0, 1],
      [backward, a1 - b1, -1],
    ] as const) {
      for (let diagonal = middle - steps; diagonal <= middle + steps; diagonal += 2) {
        const i = paths.get(diagonal);
        const j = i - diagonal;
        if (i < a0 || i > a1 || j < b0 || j > b1) continue;
        const come = sign * (i + j - (sign > 0 ? a0 + b0 : a1 + b1));
        if (come > gain) [best, gain] = [[i, j], come];
      }
    }
    return best;
  };

  /** Returns the middle point of a shortest path through the area. */
  const split = (area: Area): [number, number] => {
    const { a0, a1, b0, b1 } = area;
    const [start, end] = [a0 - b0, a1 - b1];
    const [least, most] = [a0 - b1, a1 - b0];
    const isOdd = (start - end) % 2 !== 0;
    let [lowF, highF, lowB, highB] = [start, start, end, end];
    forward.set(start, a0);
    backward.set(end, a1);
    for (let steps = 1; ; steps += 1) {
      if (lowF > least) forward.set((lowF -= 1) - 1, -1);
      else lowF += 1;
      if (highF < most) forward.set((highF += 1) + 1, -1);
      else highF -= 1;
      for (let diagonal = highF; diagonal >= lowF; diagonal -= 2) {
        const [below, above] = [forward.get(diagonal - 1), forward.get(diagonal + 1)];
        let i = below >= above ? below + 1 : above;
        while (i < a1 && i - diagonal < b1 && a[i] === b[i - diagonal]) i += 1;
        forward.set(diagonal, i);
        const meets = isOdd && lowB <= diagonal && diagonal <= highB;
        if (meets && backward.get(diagonal) <= i) return [i, i - diagonal];
      }
      if (lowB > least) backward.set((lowB -= 1) - 1, FAR);
      else lowB += 1;
      if (highB < most) backward.set((highB += 1) + 1, FAR);
      else highB -= 1;
      for (let diagonal = highB; diagonal >= lowB; diagonal -= 2) {
        const [below, above] = [backward.get(diagonal - 1), backward.get(diagonal + 1)];
        let i = below < above ? below : above - 1;
        while (i > a0 && i - diagonal > b0 && a[i - 1] === b[i - diagonal - 1]) i -= 1;
        backward.set(diagonal, i);
        const meets = !isOdd && lowF <= diagonal && diagonal <= highF;
        if (meets && i <= forward.get(diagonal)) return [i, i - diagonal];
      }
      if (steps >= STEPS_MAX) return furthest(area, steps);
    }
  };

  const areas: Area[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }];
  for (let area = areas.pop(); area; area = areas.pop()) {
    let { a0, a1, b0, b1 } = area;
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) [a0, b0] = [a0 + 1, b0 + 1];
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) [a1, b1] = [a1 - 1, b1 - 1];
    if (a0 === a1 || b0 === b1) {
      for (const index of indexesA.slice(a0, a1)) marksA[index] = 1;
      for (const index of indexesB.slice(b0, b1)) marksB[index] = 1;
    } else {
      const [i, j] = split({ a0, a1, b0, b1 });
      areas.push({ a0: i, a1, b0: j, b1 }, { a0, a1: i, b0, b1: j });
    }
  }
};

/** A run of changed lines, or the empty place between two unchanged ones. */
class Group {
  start = 0;
  end = 0;
  readonly #lines: Lines;
  readonly #marks: Marks;
  constructor(lines: Lines, marks: Marks) {
    this.#lines = lines;
    this.#marks = marks;
    this.#growDown();
  }
  get isEmpty(): boolean {
    return this.start === this.end;
  }
  #growDown(): void {
    while (this.#marks[this.end] === 1) this.end += 1;
  }
  #growUp(): void {
    while (this.#marks[this.start - 1] === 1) this.start -= 1;
  }
  /** Goes on to the next group; false at the end. */
  next(): boolean {
    if (this.end === this.#lines.length) return false;
    this.start = this.end + 1;
    this.end = this.start;
    this.#growDown();
    return true;
  }
  previous(): void {
    if (this.start === 0) return;
    this.end = this.start - 1;
    this.start = this.end;
    this.#growUp();
  }
  /** Moves the run up by a line if the result is the same, and joins it with one above. */
  slideUp(): boolean {
    if (this.start === 0 || this.#lines[this.start - 1] !== this.#lines[this.end - 1]) return false;
    this.#marks[(this.start -= 1)] = 1;
    this.#marks[(this.end -= 1)] = 0;
    this.#growUp();
    return true;
  }
  slideDown(): boolean {
    const { start, end } = this;
    if (end === this.#lines.length || this.#lines[start] !== this.#lines[end]) return false;
    this.#marks[start] = 0;
    this.#marks[end] = 1;
    this.start += 1;
    this.end += 1;
    this.#growDown();
    return true;
  }
}

/**
 * Moves each run of changed lines down as far as the result is the same, or to where lines of the
 * other text changed, too.
 */
const slideGroups = (lines: Lines, marks: Marks, otherLines: Lines, otherMarks: Marks): void => {
  const group = new Group(lines, marks);
  const other = new Group(otherLines, otherMarks);
  do {
    if (!group.isEmpty) {
      let [size, highest, matching] = [0, 0, -1];
      do {
        size = group.end - group.start;
        while (group.slideUp()) other.previous();
        highest = group.end;
        matching = other.isEmpty ? -1 : group.end;
        while (group.slideDown()) {
          other.next();
          if (!other.isEmpty) matching = group.end;
        }
      } while (size !== group.end - group.start);
      if (group.end !== highest && matching !== -1) {
        while (other.isEmpty) {
          group.slideUp();
          other.previous();
        }
      }
    }
    other.next();
  } while (group.next());
};

/** Returns the changes from `before` to `after`, in order; no two of them are adjacent. */
export const diffLines = (before: Lines, after: Lines): LineChange[] => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;

  const marksA = new Uint8Array(before.length);
  const marksB = new Uint8Array(after.length);
  const indexesA = comparable(before, after, start, before.length - tail, marksA);
  const indexesB = comparable(after, before, start, after.length - tail, marksB);
  markDifferences([before, indexesA, marksA], [after, indexesB, marksB]);
  slideGroups(before, marksA, after, marksB);
  slideGroups(after, marksB, before, marksA);

  const changes: LineChange[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; i += 1, j += 1) {
    const [from, to] = [i, j];
    while (marksA[i] === 1) i += 1;
    while (marksB[j] === 1) j += 1;
    if (i > from || j > to) changes.push({ from, removed: i - from, to, added: j - to });
  }
  return changes;
};
