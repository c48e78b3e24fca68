/** A value that follows another one after a pause: what someone has typed when they stop typing. */
import { useEffect, useState } from 'react';

/** Milliseconds without a key before anything is asked for. */
const pauseMs = 160;

export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
