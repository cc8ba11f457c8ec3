import { createBrowserHistory } from '@tanstack/react-router';
import { addTableSettingsToUrl } from '#web/list/table-settings.ts';
import { createAppRouter } from './create-app-router.ts';

addTableSettingsToUrl();
export const router = createAppRouter(createBrowserHistory());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
