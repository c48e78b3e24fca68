/** Waiting for what nothing tells: a process that answers requests, a log that another part writes. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks. */
const pollMs = 20;

/**
 * Looks until something is so, and fails with its name when it is not after two minutes: for what hangs, as a busy
 * machine takes many times as long as an idle one..
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 120_000,
): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < endMs, `not within ${withinMs} ms: ${what}`);
    await sleep(pollMs);
  }
}
