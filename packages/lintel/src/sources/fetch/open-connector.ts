/** The connector of a source, by its protocol. */
import { join } from 'node:path';
import type { FetchDefinition } from '../definition/fetch-schema.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { AccelaConnector } from './accela.js';
import { AccelaRestConnector } from './accela-rest.js';
import { ArcgisConnector } from './arcgis.js';
import { CartoConnector } from './carto.js';
import { CkanConnector } from './ckan.js';
import type { Connector } from './connector.js';
import { EnergovConnector } from './energov.js';
import { ODataConnector } from './odata.js';
import { PlainFileConnector } from './plain-file.js';
import type { PortalClient } from './portal-client.js';
import { SocrataConnector } from './socrata.js';

/** `directory` is for partial files. */
export function openConnector(
  definition: FetchDefinition,
  client: PortalClient,
  source: CatalogSource,
  directory: string,
): Connector {
  switch (definition.protocol) {
    case 'socrata':
      return new SocrataConnector(definition, client);
    case 'arcgis':
      return new ArcgisConnector(definition, client, source.columns);
    case 'ckan':
      return new CkanConnector(definition, client);
    case 'carto':
      return new CartoConnector(definition, client);
    case 'odata':
      return new ODataConnector(definition, client);
    case 'energov':
      return new EnergovConnector(definition, client);
    case 'accela':
      return new AccelaConnector(definition, client);
    case 'accela_rest':
      return new AccelaRestConnector(definition, client);
    case 'file':
      return new PlainFileConnector(definition, client, source, join(directory, source.id));
  }
}
