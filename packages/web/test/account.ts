/** Signing up in the browser, for tests and pictures of the dashboard. */
import type { DemoService } from '@lintel/testing/clients/demo-service.js';
import type { Page } from 'playwright-core';

/** Signs up with the address and ends on the page of a new account. `beforePassword` sees the page of the link. */
export async function signUp(
  service: DemoService,
  page: Page,
  email: string,
  password: string,
  beforePassword: () => Promise<void> = async () => {},
): Promise<void> {
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(await service.mailedLink('/account/password'));
  await page.getByLabel('New password').waitFor();
  await beforePassword();
  await page.getByLabel('New password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your first request' }).waitFor();
}
