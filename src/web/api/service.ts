import { createClient } from './client.ts';
import { loadSettings } from './settings.ts';

/** The one service that this page talks to. */
export const service = createClient(loadSettings);
