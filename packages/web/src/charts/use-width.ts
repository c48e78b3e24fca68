/** The width of an element in pixels, as it changes. */
import { type RefObject, use, useLayoutEffect, useRef, useState } from 'react';
import { PictureContext, pictureMargin } from './picture-context';

export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const picture = use(PictureContext);
  const [width, setWidth] = useState(picture === null ? 600 : picture.width - 2 * pictureMargin);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(200, Math.round(entry.contentRect.width)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
