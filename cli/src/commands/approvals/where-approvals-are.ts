export const whereApprovalsAre = 'List the requests with: bindery approvals --status all'
