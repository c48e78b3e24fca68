/** Runs before a page of the documentation is drawn, so that it does not flash in the other theme. */
import { restoreTheme } from '../shell/theme';

restoreTheme();
