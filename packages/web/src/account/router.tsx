/** The dashboard's pages and their addresses below `/account`, which `http/web` serves with one document. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { NoSuchPage } from '../shell/notice';
import { readQuery, writeQuery } from '../words/query-text';
import { ForgotPassword, SignUp } from './entrance/ask-for-link';
import { ChoosePassword } from './entrance/choose-password';
import { ConfirmAddress } from './entrance/confirm-address';
import { FailedPage, fileOf } from './failed-page';
import { AccountShell } from './shell';

const root = createRootRoute({
  component: AccountShell,
  notFoundComponent: () => <NoSuchPage />,
});

const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const profile = fileOf(() => import('./profile-page'));
/** The operator view's pages, in one file that is loaded with the first of them. */
const operator = fileOf(() => import('../operator/pages'));

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: ({ in: place }): { in?: string } => (typeof place === 'string' ? { in: place } : {}),
    component: lazyRouteComponent(
      fileOf(() => import('./overview/overview-page')),
      'OverviewPage',
    ),
  }),
  page('/sign-up', SignUp),
  page('/forgot', ForgotPassword),
  page('/password', ChoosePassword),
  page('/address', ConfirmAddress),
  createRoute({
    getParentRoute: () => root,
    path: '/operator',
    beforeLoad: () => {
      throw redirect({ to: '/operator/sources', replace: true });
    },
  }),
  page('/operator/sources', lazyRouteComponent(operator, 'SourcesPage')),
  page('/operator/sources/$id', lazyRouteComponent(operator, 'SourcePage')),
  page('/operator/trends', lazyRouteComponent(operator, 'TrendsPage')),
  page('/operator/incidents/$id', lazyRouteComponent(operator, 'IncidentPage')),
  page('/operator/releases', lazyRouteComponent(operator, 'ReleasesPage')),
  page('/operator/releases/$id', lazyRouteComponent(operator, 'ReleasePage')),
  page('/operator/accounts', lazyRouteComponent(operator, 'AccountsPage')),
  page('/operator/accounts/$id', lazyRouteComponent(operator, 'AccountDetailsPage')),
  page('/operator/health', lazyRouteComponent(operator, 'HealthPage')),
  page('/operator/activity', lazyRouteComponent(operator, 'ActivityPage')),
  page(
    '/keys',
    lazyRouteComponent(
      fileOf(() => import('./keys/keys-page')),
      'KeysPage',
    ),
  ),
  page(
    '/usage',
    lazyRouteComponent(
      fileOf(() => import('./usage-page')),
      'UsagePage',
    ),
  ),
  page(
    '/watches',
    lazyRouteComponent(
      fileOf(() => import('./watches-page')),
      'WatchesPage',
    ),
  ),
  page(
    '/apps',
    lazyRouteComponent(
      fileOf(() => import('./apps-page')),
      'AppsPage',
    ),
  ),
  page(
    '/connect',
    lazyRouteComponent(
      fileOf(() => import('./connect-page')),
      'ConnectPage',
    ),
  ),
  page(
    '/links',
    lazyRouteComponent(
      fileOf(() => import('./links-page')),
      'LinksPage',
    ),
  ),
  page(
    '/playground',
    lazyRouteComponent(
      fileOf(() => import('./playground-page')),
      'PlaygroundPage',
    ),
  ),
  page(
    '/organization',
    lazyRouteComponent(
      fileOf(() => import('./organization/organization-page')),
      'OrganizationPage',
    ),
  ),
  page(
    '/invitation',
    lazyRouteComponent(
      fileOf(() => import('./organization/invitation-page')),
      'InvitationPage',
    ),
  ),
  page('/profile', lazyRouteComponent(profile, 'ProfilePage')),
  page(
    '/delete',
    lazyRouteComponent(
      fileOf(() => import('./leaving')),
      'DeletePage',
    ),
  ),
]);

export const router = createRouter({
  routeTree,
  basepath: '/account',
  parseSearch: (query) => readQuery(query),
  stringifySearch: writeQuery,
  defaultErrorComponent: FailedPage,
  defaultPreload: false,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
