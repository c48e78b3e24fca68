/** A map in the page: made when its element is there, drawn again in other colours, and given other permits. */
import type { ErrorEvent, Map as MapLibre, VectorTileSource } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useService } from '../api/service';
import { onThemeChange } from '../shell/theme';
import { type Look, newMap, type View } from './atlas';
import { atlasStyle } from './atlas-style';
import { drawKnownStreets } from './known-streets';
import { loadStreets } from './streets';

interface Atlas {
  /** Where it is drawn. */
  readonly container: RefObject<HTMLDivElement | null>;
  /** Null until it can be drawn on, and while its colours change. */
  readonly map: MapLibre | null;
  readonly state: 'drawing' | 'no WebGL' | 'no tiles';
}

const aloneOnScreen = {};

/** A map with the permits of the vector tiles at the address. It is made when it is known what it shows first. */
export function useAtlas(
  tiles: string,
  first: View | null,
  look: Pick<Look, 'isInPage'> = aloneOnScreen,
): Atlas {
  const { settings, key, lintel } = useService();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [state, setState] = useState<Atlas['state']>('drawing');
  const shownTiles = useRef(tiles);
  shownTiles.current = tiles;
  const drawnTiles = useRef(tiles);

  const shownLook = useRef(look);
  const firstView = useRef(first);
  firstView.current ??= first;
  const isReady = firstView.current !== null;

  useEffect(() => {
    if (!isReady) return;
    let end = () => {};
    let isWanted = true;
    void loadStreets(settings.map_tiles).then((streets) => {
      if (!isWanted || container.current === null) return;
      const style = () => {
        drawnTiles.current = shownTiles.current;
        return atlasStyle(streets, shownTiles.current);
      };
      let made: MapLibre;
      try {
        made = newMap(container.current, style(), key, {
          ...shownLook.current,
          ...(firstView.current && { view: firstView.current }),
        });
      } catch {
        setState('no WebGL');
        return;
      }
      made.getCanvas().setAttribute('aria-label', 'Map of permits');
      made.once('style.load', () => setMap(made));
      made.on('error', (event: ErrorEvent & { readonly sourceId?: string }) => {
        if (event.sourceId === 'permits') setState('no tiles');
      });
      // Colours are part of the style, which is made again; what was drawn into it is drawn again by the effects.
      const endTheme = onThemeChange(() => {
        setMap(null);
        made.setStyle(style(), { diff: false });
        made.once('style.load', () => setMap(made));
      });
      end = () => {
        endTheme();
        made.remove();
      };
    });
    return () => {
      isWanted = false;
      setMap(null);
      end();
    };
  }, [settings, key, isReady]);

  useEffect(() => {
    if (map === null) return;
    const source = map.getSource<VectorTileSource>('permits');
    if (drawnTiles.current !== tiles) source?.setTiles([tiles]);
    drawnTiles.current = tiles;
    setState('drawing');
  }, [map, tiles]);

  useEffect(() => (map ? drawKnownStreets(map, lintel) : undefined), [map, lintel]);

  return { container, map, state };
}
