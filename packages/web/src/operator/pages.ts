/** The operator view's pages, loaded when first opened: other people load nothing of them. */
export { AccountDetailsPage } from './account-page';
export { AccountsPage } from './accounts-page';
export { ActivityPage } from './activity-page';
export { HealthPage } from './health-page';
export { IncidentPage } from './incident-page';
export { ReleasePage } from './release-page';
export { ReleasesPage } from './releases-page';
export { SourcePage } from './source-page';
export { SourcesPage } from './sources-page';
export { TrendsPage } from './trends-page';
