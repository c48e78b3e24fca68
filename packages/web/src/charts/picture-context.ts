/** Whether charts are drawn as pictures of their own, without a page: on the server, for embeds. */
import { type ComponentType, createContext } from 'react';
import type { ChartFrameProps } from './chart-frame';

interface Picture {
  readonly width: number;
  /** What draws a chart with its words. */
  readonly Frame: ComponentType<ChartFrameProps>;
}

/** Null on a page. */
export const PictureContext = createContext<Picture | null>(null);

/** What is left free at each side of a picture. */
export const pictureMargin = 16;
