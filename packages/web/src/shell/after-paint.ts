/** Runs what takes long once the browser has drawn what was said at once, such as the mark of a choice. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
