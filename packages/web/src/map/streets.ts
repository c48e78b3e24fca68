/**
 * Streets under the map, from what the operator configured: raster tiles of a server, or a PMTiles file of raster or vector
 * tiles, which is read by ranges. Of vector tiles the layers of the two common schemas (Protomaps, OpenMapTiles) are drawn.
 */
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { addProtocol } from 'maplibre-gl';
import type { Settings } from '../api/service';

export interface Streets {
  readonly source: SourceSpecification;
  /** The layers in these colours, from below. */
  layers(colours: StreetColours): LayerSpecification[];
}

type StreetColours = Readonly<
  Record<'water' | 'well' | 'rule' | 'rule-strong' | 'ink-soft' | 'sheet', string>
>;

/** Streets are drawn from this zoom on. */
const minzoom = 7;

/** Null without streets, or where the file cannot be read: the map then has its outlines only. */
export async function loadStreets(tiles: Settings['map_tiles']): Promise<Streets | null> {
  if (tiles === null) return null;
  const attribution = escapeHtml(tiles.attribution);
  if (!tiles.url.endsWith('.pmtiles')) {
    return rasterStreets({ type: 'raster', tiles: [tiles.url], tileSize: 256, attribution });
  }
  try {
    return await readPmtiles(new URL(tiles.url, location.href).href, attribution);
  } catch {
    return null;
  }
}

async function readPmtiles(url: string, attribution: string): Promise<Streets> {
  const { PMTiles, Protocol, TileType } = await import('pmtiles');
  const protocol = new Protocol();
  const file = new PMTiles(url);
  protocol.add(file);
  addProtocol('pmtiles', protocol.tile);
  const { tileType, minZoom, maxZoom } = await file.getHeader();
  const shared = { tiles: [`pmtiles://${url}/{z}/{x}/{y}`], minzoom: minZoom, maxzoom: maxZoom, attribution };
  if (tileType === TileType.Mvt) return { source: { type: 'vector', ...shared }, layers: vectorLayers };
  return rasterStreets({ type: 'raster', tileSize: 256, ...shared });
}

function rasterStreets(source: SourceSpecification): Streets {
  return {
    source,
    layers: () => [
      { id: 'streets', type: 'raster', source: 'streets', minzoom, paint: { 'raster-saturation': -0.6 } },
    ],
  };
}

/** Areas, then lines, then names; a layer that the tiles do not have draws nothing. */
function vectorLayers(c: StreetColours): LayerSpecification[] {
  const areas = {
    landuse: c.well,
    landcover: c.well,
    park: c.well,
    water: c.water,
    buildings: c.rule,
    building: c.rule,
  };
  const lines = ['roads', 'transportation'];
  const names = { roads: 'name', transportation_name: 'name' };
  return [
    ...Object.entries(areas).map(
      ([layer, colour]): LayerSpecification => ({
        id: `streets-${layer}`,
        type: 'fill',
        source: 'streets',
        'source-layer': layer,
        minzoom: layer.startsWith('building') ? 14 : minzoom,
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': colour },
      }),
    ),
    ...lines.map(
      (layer): LayerSpecification => ({
        id: `streets-${layer}-line`,
        type: 'line',
        source: 'streets',
        'source-layer': layer,
        minzoom,
        paint: {
          'line-color': c['rule-strong'],
          'line-opacity': 0.7,
          'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 7, 0.4, 14, 1.4, 18, 9],
        },
      }),
    ),
    ...Object.entries(names).map(
      ([layer, field]): LayerSpecification => ({
        id: `streets-${layer}-name`,
        type: 'symbol',
        source: 'streets',
        'source-layer': layer,
        minzoom: 13,
        layout: {
          'symbol-placement': 'line',
          'text-field': ['get', field],
          'text-font': ['sans-serif'],
          'text-size': 11,
        },
        paint: { 'text-color': c['ink-soft'], 'text-halo-color': c.sheet, 'text-halo-width': 1.5 },
      }),
    ),
  ];
}

/** Attributions are shown as markup by the map; those of settings are text. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
