/** The pages and their addresses. Pages of one record are loaded when first opened. `http/web` serves these paths. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readDirectory } from './contractor/directory-address';
import { Explorer } from './explorer/explorer';
import { readFilters } from './explorer/filters';
import { readComparison } from './place/comparison';
import { FailedPage, fileOf } from './shell/page-file';
import { Shell } from './shell/shell';
import { WaitingPage } from './shell/waiting-page';
import { readSummaryAddress } from './summary/summary-address';
import { readQuery, writeQuery } from './words/query-text';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(
    fileOf(() => import('./shell/missing-page')),
    'MissingPage',
  ),
});

/** Pages that are loaded when first opened, or when there is nothing else to do. */
const pages = {
  permit: fileOf(() => import('./permit/permit-page')),
  contractor: fileOf(() => import('./contractor/contractor-page')),
  contractors: fileOf(() => import('./contractor/directory-page')),
  property: fileOf(() => import('./property/property-page')),
  address: fileOf(() => import('./near/address-page')),
  place: fileOf(() => import('./place/place-page')),
  compare: fileOf(() => import('./place/compare-page')),
  data: fileOf(() => import('./data/data-page')),
  summary: fileOf(() => import('./summary/summary-page')),
};

/** The page that brings a database engine with it: loaded only when opened. */
const queryPage = fileOf(() => import('./query/query-page'));

/** Parts of the explorer that nobody needs at first. */
const parts = [
  () => import('./explorer/search-suggestions'),
  () => import('./explorer/filter-fields'),
  () => import('./download/download-panel'),
  () => import('./explorer/areas-table'),
  () => import('./explorer/area-bar'),
  () => import('./shell/refused'),
];

/** Loads what is not loaded yet, so that it opens at once and also without a connection. */
export function loadPages(): void {
  for (const load of [...Object.values(pages), ...parts]) load().catch(() => {});
}

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', validateSearch: readFilters, component: Explorer }),
  createRoute({
    getParentRoute: () => root,
    path: '/permits/$id',
    component: lazyRouteComponent(pages.permit, 'PermitPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contractors',
    validateSearch: readDirectory,
    component: lazyRouteComponent(pages.contractors, 'DirectoryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contractors/$id',
    component: lazyRouteComponent(pages.contractor, 'ContractorPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/properties/$id',
    component: lazyRouteComponent(pages.property, 'PropertyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/address',
    // `at` is a point (`41.88,-87.63`), or `here`: where the browser is.
    validateSearch: ({ q, at }: Record<string, unknown>): { readonly q?: string; readonly at?: string } => ({
      ...(typeof q === 'string' ? { q } : {}),
      ...(typeof at === 'string' ? { at } : {}),
    }),
    component: lazyRouteComponent(pages.address, 'AddressPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/places/$kind/$id',
    component: lazyRouteComponent(pages.place, 'PlacePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/compare',
    validateSearch: readComparison,
    component: lazyRouteComponent(pages.compare, 'ComparePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/summary',
    validateSearch: readSummaryAddress,
    component: lazyRouteComponent(pages.summary, 'SummaryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/query',
    validateSearch: ({ sql }: Record<string, unknown>): { readonly sql?: string } =>
      typeof sql === 'string' ? { sql } : {},
    component: lazyRouteComponent(queryPage, 'QueryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/data',
    component: lazyRouteComponent(pages.data, 'DataPage'),
  }),
]);

export const router = createRouter({
  routeTree,
  parseSearch: (query) => readQuery(query),
  stringifySearch: writeQuery,
  defaultErrorComponent: FailedPage,
  defaultPendingComponent: WaitingPage,
  defaultPendingMinMs: 0,
  defaultPreload: false,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
