/** Light or dark: as the system says, unless the visitor chose one. */

type Theme = 'light' | 'dark';
const storedAt = 'lintel.theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark.matches ? 'dark' : 'light';
}

/** Called when the colours change, by the visitor or the system. Returns how to end that. */
export function onThemeChange(changed: () => void): () => void {
  systemIsDark.addEventListener('change', changed);
  document.addEventListener('lintel-theme', changed);
  return () => {
    systemIsDark.removeEventListener('change', changed);
    document.removeEventListener('lintel-theme', changed);
  };
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event('lintel-theme'));
  try {
    localStorage.setItem(storedAt, theme);
  } catch {
    // Kept for this page only.
  }
}

/** Applies the theme that was chosen on an earlier visit. */
export function restoreTheme(): void {
  try {
    const stored = localStorage.getItem(storedAt);
    if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
  } catch {
    // The system's colours.
  }
}
