/** The title of the document, which the tab and the history show and a screen reader says. */
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    const whole = `${title} · Lintel`;
    if (document.title === whole) return;
    document.title = whole;
    // A change of title is not announced of itself: the documents have a place for what is.
    const place = document.getElementById('page-name');
    if (place) place.textContent = title;
  }, [title]);
}
