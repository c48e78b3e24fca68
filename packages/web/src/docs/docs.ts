/**
 * What a page of the documentation does beyond being read: theme, copying of code, search, requests of the reference. The
 * pages work without it; what is searched and the forms are loaded when they are first wanted.
 */
import '../design/tokens.css';
import '../design/base.css';
import '../design/parts.css';
import '../design/pages.css';
import '../design/request.css';
import './docs.css';
import { copyButton } from '../request/elements';
import { currentTheme, setTheme } from '../shell/theme';
import { showSearch } from './search';

function button(does: string): HTMLButtonElement | null {
  const found = document.querySelector<HTMLButtonElement>(`[data-does="${does}"]`);
  if (found) found.hidden = false;
  return found;
}

const theme = button('theme');
function nameTheme(): void {
  theme?.setAttribute('aria-label', `Use ${currentTheme() === 'dark' ? 'light' : 'dark'} colors`);
}
nameTheme();
theme?.addEventListener('click', () => {
  setTheme(currentTheme() === 'dark' ? 'light' : 'dark');
  nameTheme();
});

function openSearch(): void {
  showSearch(document.body.dataset.search ?? '');
}
button('search')?.addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  const { target } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey;
  const isCtrlK = event.key === 'k' && (event.ctrlKey || event.metaKey);
  if (!isSlash && !isCtrlK) return;
  event.preventDefault();
  openSearch();
});

for (const block of document.querySelectorAll<HTMLElement>('.code')) {
  const code = block.querySelector('code');
  const { operation } = block.dataset;
  if (operation !== undefined) {
    const send = document.createElement('button');
    send.type = 'button';
    send.className = 'button small copy';
    send.textContent = 'Try it';
    send.setAttribute('aria-expanded', 'false');
    send.addEventListener('click', async () => {
      const { showRequest } = await import('./try-request');
      await showRequest(block, operation, document.body.dataset.operations ?? '');
      send.remove();
    });
    block.append(send);
  } else if (code && navigator.clipboard) block.append(copyButton(() => code.textContent.trimEnd(), 'Copy'));
}

// The list of pages shows where the reader is.
const list = document.querySelector<HTMLElement>('.contents');
const here = list?.querySelector<HTMLElement>('[aria-current]');
if (list && here && here.offsetTop > list.clientHeight) {
  list.scrollTop = here.offsetTop - list.clientHeight / 2;
}
