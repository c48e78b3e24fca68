/**
 * Loaded into a service before it starts (`node --import`): every answer says in headers which thread gave it and how much
 * processor time that had taken. So callers can measure what they wait for in work of the service, which does not grow
 * with what else the machine does.
 */
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

export const toldThread = 'x-bench-thread';
export const toldWork = 'x-bench-work-ms';

/** Processor time of a process' first thread so far, in milliseconds, exact to a tick of the system. */
export function threadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Makes the answers of this process say it. */
export function tellWork(): void {
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...head: unknown[]) {
    this.setHeader(toldThread, process.pid).setHeader(toldWork, threadMs(process.pid));
    return Reflect.apply(writeHead, this, head) as ServerResponse;
  } as typeof writeHead;
}
