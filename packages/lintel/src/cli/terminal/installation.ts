/** An installation whose progress is drawn on the terminal: what a command works on. */
import type { Installation as OpenInstallation } from '../../installation/installation.js';
import type { CommandProgress } from './progress.js';

export type Installation = OpenInstallation<CommandProgress>;
