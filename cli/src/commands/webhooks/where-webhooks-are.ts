/** What whoever names one that is not there is told. */
export const whereWebhooksAre = 'Their ids are shown by: bindery webhooks list'
