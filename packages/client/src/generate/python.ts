import type { Model } from './model.js';
export function pythonOf(_model: Model): string {
  return '';
}
