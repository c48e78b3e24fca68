/** What an open page does when parts of it are gone, because the service was upgraded meanwhile. */

const storedAt = 'lintel.reloaded';
/** A page that was loaded anew so recently is not helped by it. */
const againMs = 60_000;

/** Loads the page anew when a script that it wants cannot be had and the service answers: its scripts are others now. */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', () => void reload());
}

async function reload(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(storedAt)) < againMs) return;
    const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    if (!ok) return;
    sessionStorage.setItem(storedAt, String(Date.now()));
    location.reload();
  } catch {
    // No connection, or nowhere to remember that it was tried: the page says what failed.
  }
}
