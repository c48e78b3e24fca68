/**
 * A child process that touches memory and ends, which gives it back to the system. A virtual machine gets each page from
 * its host when it is first touched, and that can cost ten times what writing it costs; what ran on the machine before
 * decides how much of its free memory is such. Touched beforehand, all of it is the machine's own.
 */
import { answerParent, cpuMs } from './child.js';

interface TouchOrder {
  readonly gibibytes: number;
}

export interface TouchReport {
  /** Processor time of a GiB touched for the first time, and touched once more. */
  readonly firstMs: number;
  readonly againMs: number;
}

answerParent(({ gibibytes }: TouchOrder): TouchReport => {
  const blocks = Array.from({ length: gibibytes }, () => Buffer.allocUnsafeSlow(2 ** 30));
  const touchAll = () => {
    const before = cpuMs();
    for (const block of blocks) block.fill(1);
    return (cpuMs() - before) / gibibytes;
  };
  return { firstMs: touchAll(), againMs: touchAll() };
});
