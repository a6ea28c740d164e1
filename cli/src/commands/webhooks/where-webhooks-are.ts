/** The hint for a webhook id that does not exist. */
export const whereWebhooksAre = 'List the ids with: bindery webhooks list'
