import { Command } from 'commander'
import { addGroup, markRequired } from './command.ts'
import { addAccountsCreate } from './commands/accounts/create.ts'
import { addAccountsList } from './commands/accounts/list.ts'
import { addAccountsMail } from './commands/accounts/mail.ts'
import { addAccountingClose, addAccountingClosings } from './commands/accounting/close.ts'
import { addAccountingJournal } from './commands/accounting/journal.ts'
import { addAccountingBalance, addAccountingTaxes } from './commands/accounting/reports.ts'
import { addAccountingVerify } from './commands/accounting/verify.ts'
import { addCommissionAgree } from './commands/commission/agree.ts'
import { addCommissionStatements } from './commands/commission/statements.ts'
import { addApprovalsApprove } from './commands/approvals/approve.ts'
import { addApprovalsDecline } from './commands/approvals/decline.ts'
import { addApprovals } from './commands/approvals/list.ts'
import { addApprovalsRequest } from './commands/approvals/request.ts'
import { addApprovalsRulesClear, addApprovalsRulesSet } from './commands/approvals/rules/change.ts'
import { addApprovalsRules } from './commands/approvals/rules/show.ts'
import { addApprovalsShow } from './commands/approvals/show.ts'
import { addApprovalsWithdraw } from './commands/approvals/withdraw.ts'
import { addAuditExport } from './commands/audit/export.ts'
import { addAudit } from './commands/audit/list.ts'
import { addAuditVerify } from './commands/audit/verify.ts'
import { addPortfolioCheck } from './commands/portfolio-check.ts'
import { addClocksAdvance } from './commands/clocks/advance.ts'
import { addClocksCreate } from './commands/clocks/create.ts'
import { addClocksList } from './commands/clocks/list.ts'
import { addClocksShow } from './commands/clocks/show.ts'
import { addWebhooksCreate } from './commands/webhooks/create.ts'
import { addWebhooksDelete } from './commands/webhooks/delete.ts'
import { addWebhooksDeliveries } from './commands/webhooks/deliveries.ts'
import { addWebhooksList } from './commands/webhooks/list.ts'
import { addWebhooksListen } from './commands/webhooks/listen.ts'
import { addWebhooksResend } from './commands/webhooks/resend.ts'
import { addWebhooksRotate } from './commands/webhooks/rotate.ts'
import { addWebhooksSwitch } from './commands/webhooks/switch.ts'
import { addWebhooksTest } from './commands/webhooks/test.ts'
import { addDatasetExport } from './commands/dataset/export.ts'
import { addDatasetImport } from './commands/dataset/import.ts'
import { addDatasetList } from './commands/dataset/list.ts'
import { addDatasetShow } from './commands/dataset/show.ts'
import { addDoctor } from './commands/doctor.ts'
import { addHealth } from './commands/health.ts'
import { addCheckoutPreview } from './commands/checkout/preview.ts'
import { addDocumentsPreview } from './commands/documents/preview.ts'
import { addLetters } from './commands/letters.ts'
import { addMailsCheck } from './commands/mails/check.ts'
import { addMailsList } from './commands/mails/list.ts'
import { addMailsSuppressed } from './commands/mails/suppressed.ts'
import { addMailsReport } from './commands/mails/report.ts'
import { addMailsServer } from './commands/mails/server.ts'
import { addMailsPreview } from './commands/mails/preview.ts'
import { addDunningHold } from './commands/dunning/hold.ts'
import { addDunningHolds } from './commands/dunning/holds.ts'
import { addDunningList } from './commands/dunning/list.ts'
import { addDunningLapse } from './commands/dunning/lapse.ts'
import { addDunningRelease } from './commands/dunning/release.ts'
import { addEvidenceBundle } from './commands/evidence/bundle.ts'
import { addEvents } from './commands/events.ts'
import { addSearch } from './commands/search.ts'
import { addImpact } from './commands/impact.ts'
import { addImpacts } from './commands/impacts/list.ts'
import { addImpactsShow } from './commands/impacts/show.ts'
import { addInit } from './commands/init.ts'
import { addAccountingEarned } from './commands/accounting/earned.ts'
import { addAccountingOpenItems } from './commands/accounting/open-items.ts'
import { addInvoicesList } from './commands/invoices/list.ts'
import { addInvoicesShow } from './commands/invoices/show.ts'
import { addMassEndorsementsCreate } from './commands/mass-endorsements/create.ts'
import { addMassEndorsementsList } from './commands/mass-endorsements/list.ts'
import { addMassEndorsementsSteer } from './commands/mass-endorsements/steer.ts'
import { addInvoicesDefer } from './commands/invoices/defer.ts'
import { addCustomersAccount } from './commands/customers/account.ts'
import { addCustomersJoin } from './commands/customers/join.ts'
import { addCustomersShow } from './commands/customers/show.ts'
import { addPartiesAdd } from './commands/parties/add.ts'
import { addPartiesEnd } from './commands/parties/end.ts'
import { addPartiesList } from './commands/parties/list.ts'
import { addPartiesPolicyholder } from './commands/parties/policyholder.ts'
import { addMoneyEnter } from './commands/money/enter.ts'
import { addMoneyEntries } from './commands/money/entries.ts'
import { addInvoicesWriteOff } from './commands/invoices/write-off.ts'
import { addKeysCreate } from './commands/keys/create.ts'
import { addKeysList } from './commands/keys/list.ts'
import { addKeysRevoke } from './commands/keys/revoke.ts'
import { addKeysRotate } from './commands/keys/rotate.ts'
import { addRolesCreate } from './commands/roles/create.ts'
import { addRolesDelete } from './commands/roles/delete.ts'
import { addRolesList } from './commands/roles/list.ts'
import { addRolesShow } from './commands/roles/show.ts'
import { addSessionsEnd } from './commands/sessions/end.ts'
import { addSignInRulesChange } from './commands/sign-in-rules/change.ts'
import { addSignInRulesShow } from './commands/sign-in-rules/show.ts'
import { addSsoRemove } from './commands/sso/remove.ts'
import { addSsoSet } from './commands/sso/set.ts'
import { addSsoShow } from './commands/sso/show.ts'
import { addSessionsList } from './commands/sessions/list.ts'
import {
  addUsersDeactivate,
  addUsersReactivate,
  addUsersRemove,
  addUsersRemoveSecondFactor,
} from './commands/users/end.ts'
import { addUsersInvite } from './commands/users/invite.ts'
import { addUsersList } from './commands/users/list.ts'
import { addUsersReset } from './commands/users/reset.ts'
import { addUsersRoles } from './commands/users/roles.ts'
import { addUsersShow } from './commands/users/show.ts'
import { addLeads } from './commands/leads/list.ts'
import { addLeadsReveal, addPoliciesReveal, addQuotesReveal } from './commands/reveal.ts'
import { addLeadsShow } from './commands/leads/show.ts'
import { addPayments } from './commands/payments/list.ts'
import { addPaymentsResolve } from './commands/payments/resolve.ts'
import { addWithdrawalsList } from './commands/withdrawals/list.ts'
import { addWithdrawalsSettle } from './commands/withdrawals/settle.ts'
import { addPayoutsAccount } from './commands/payouts/account.ts'
import { addPayoutsCredit } from './commands/payouts/credit.ts'
import { addPayoutsExport } from './commands/payouts/export.ts'
import { addDisputesList } from './commands/disputes/list.ts'
import { addReconciliationAccept } from './commands/reconciliation/accept.ts'
import { addReconciliationList } from './commands/reconciliation/list.ts'
import { addPayoutsList } from './commands/payouts/list.ts'
import { addPayoutsResolve } from './commands/payouts/resolve.ts'
import { addPlan } from './commands/plan.ts'
import { addMandatesLink } from './commands/mandates/link.ts'
import { addMandatesList } from './commands/mandates/list.ts'
import { addMandatesRevoke } from './commands/mandates/revoke.ts'
import { addPoliciesAccount } from './commands/policies/account.ts'
import { addPoliciesCancel } from './commands/policies/cancel.ts'
import { addPoliciesEndorse } from './commands/policies/endorse.ts'
import { addPoliciesExplain } from './commands/policies/explain.ts'
import { addPoliciesFind } from './commands/policies/find.ts'
import { addPoliciesPreview } from './commands/policies/preview.ts'
import { addPoliciesAdjust } from './commands/policies/adjust.ts'
import { addPoliciesMoveEnd } from './commands/policies/move-end.ts'
import { addPoliciesDelivered } from './commands/policies/delivered.ts'
import { addPoliciesReinstate } from './commands/policies/reinstate.ts'
import { addPoliciesWithdraw } from './commands/policies/withdraw.ts'
import { addPoliciesCompare } from './commands/policies/compare.ts'
import { addPoliciesHandover } from './commands/policies/handover.ts'
import { addPoliciesHistory } from './commands/policies/history.ts'
import { addPoliciesShow } from './commands/policies/show.ts'
import { addPoliciesStuck } from './commands/policies/stuck.ts'
import { addPoliciesWhy } from './commands/policies/why.ts'
import { addPrice } from './commands/price.ts'
import { addProductsCompare } from './commands/products/compare.ts'
import { addProductsList } from './commands/products/list.ts'
import { addProductsShow } from './commands/products/show.ts'
import { addProvidersCheck } from './commands/providers/check.ts'
import { addProvidersCredentials } from './commands/providers/credentials.ts'
import { addProvidersDeclare } from './commands/providers/declare.ts'
import { addProvidersList } from './commands/providers/list.ts'
import { addProvidersRemove } from './commands/providers/remove.ts'
import { addPublish } from './commands/publish.ts'
import { addPull } from './commands/pull.ts'
import { addPush } from './commands/push.ts'
import { addReceiptsDismiss } from './commands/receipts/dismiss.ts'
import { addReceiptsImport } from './commands/receipts/import.ts'
import { addReceiptsList } from './commands/receipts/list.ts'
import { addReceiptsMatch } from './commands/receipts/match.ts'
import { addReceiptsRecord } from './commands/receipts/record.ts'
import { addRefundsResolve } from './commands/refunds/resolve.ts'
import { addRenewalsDecide } from './commands/renewals/decide.ts'
import { addRenewalsEndorse } from './commands/renewals/endorse.ts'
import { addRenewalsEndorsements } from './commands/renewals/endorsements.ts'
import { addRenewalsList } from './commands/renewals/list.ts'
import { addRenewalsDryRun } from './commands/renewals/dry-run.ts'
import { addRenewalsRetry } from './commands/renewals/retry.ts'
import { addRollback } from './commands/rollback.ts'
import { addRules } from './commands/rules.ts'
import { addServerEntries } from './commands/server-entries.ts'
import { addSimulate } from './commands/simulate.ts'
import { addTest } from './commands/test.ts'
import { addTokensCreate } from './commands/tokens/create.ts'
import { addTokensList } from './commands/tokens/list.ts'
import { addTokensRevoke } from './commands/tokens/revoke.ts'
import { addUpdate } from './commands/update.ts'
import { addTypes } from './commands/types.ts'
import { addValidate } from './commands/validate.ts'
import { version } from './version.ts'

const exitCodesHelp = `
Exit codes:
  0  done
  1  refused or failed: mistakes in a folder, failing test cases, something not found
  2  wrong usage: an unknown option, a missing argument, no server or key given
  3  the server cannot be reached

The address of the server is read from BINDERY_URL and the key (an insurer's secret key, or a
personal token) from BINDERY_KEY, else both from .data/demo.json in this folder or a folder above
it. The first start of the platform writes that file (to DATA_DIR/demo.json where DATA_DIR is set).`

/** All commands, in the order in which a product builder meets them. */
export function createProgram(): Command {
  const program = new Command('bindery')
    .description(
      'Build insurance products as folders of files, sell them, and administer the policies.',
    )
    .version(version)
    // So that `pull --version 3` is the pull's own option.
    .enablePositionalOptions()
    .showHelpAfterError('Add --help for the options and an example.')
    .addHelpText('after', exitCodesHelp)
  markRequired(program)

  program.commandsGroup('Build a product:')
  addInit(program)
  addValidate(program)
  addTest(program)
  addUpdate(program)
  addPrice(program)
  addSimulate(program)
  addTypes(program)
  addRules(program)
  const documents = addGroup(
    program,
    'documents',
    'Preview the documents of a product folder',
    'bindery documents preview travel --out documents',
  )
  addDocumentsPreview(documents)
  const letters = addGroup(
    program,
    'letters',
    'List letters for the post, fetch them, and record what became of them',
    'bindery letters list',
  )
  addLetters(letters)
  const mails = addGroup(
    program,
    'mails',
    'Preview the mails of a product folder, and list what was sent',
    'bindery mails preview travel',
  )
  addMailsPreview(mails)
  addMailsList(mails)
  addMailsReport(mails)
  addMailsServer(mails)
  addMailsCheck(mails)
  addMailsSuppressed(mails)
  const checkout = addGroup(
    program,
    'checkout',
    'Preview the checkout page of a product folder',
    'bindery checkout preview travel',
  )
  addCheckoutPreview(checkout)

  program.commandsGroup('Put it on sale:')
  addPlan(program)
  addImpact(program)
  addImpactsShow(addImpacts(program))
  addPush(program)
  addPublish(program)
  addRollback(program)
  addPull(program)
  const products = addGroup(
    program,
    'products',
    'List, show and compare the products on the server',
    'bindery products show travel',
  )
  addProductsList(products)
  addProductsShow(products)
  addProductsCompare(products)

  const dataset = addGroup(
    program,
    'dataset',
    'Import, export and show reference data',
    'bindery dataset import companies companies.csv --key-field number',
  )
  addDatasetImport(dataset)
  addDatasetExport(dataset)
  addDatasetList(dataset)
  addDatasetShow(dataset)

  program.commandsGroup('Administer:')
  const policies = addGroup(
    program,
    'policies',
    'Find, show, explain, endorse, cancel and reinstate policies',
    'bindery policies find brandt',
  )
  addPoliciesFind(policies)
  addPoliciesShow(policies)
  addPoliciesStuck(policies)
  addPoliciesCompare(policies)
  addPoliciesHistory(policies)
  addPoliciesHandover(policies)
  addPoliciesAccount(policies)
  addPoliciesPreview(policies)
  addPoliciesEndorse(policies)
  addPoliciesCancel(policies)
  addPoliciesMoveEnd(policies)
  addPoliciesAdjust(policies)
  addPoliciesDelivered(policies)
  addPoliciesWithdraw(policies)
  addPoliciesReinstate(policies)
  addPoliciesExplain(policies)
  addPoliciesWhy(policies)
  addPoliciesReveal(policies)
  const leads = addLeads(program)
  addLeadsShow(leads)
  addLeadsReveal(leads)
  const quotes = addGroup(
    program,
    'quotes',
    'Show masked answers of quotes',
    'bindery quotes reveal qu_01b0acc58e202a700c3b996a633b customer_input.company --reason "A complaint."',
  )
  addQuotesReveal(quotes)
  addPaymentsResolve(addPayments(program))
  const mandates = addGroup(
    program,
    'mandates',
    'Show, revoke and replace the mandates with which instalments are collected',
    'bindery mandates list TRV-7K2MQ9XA',
  )
  addMandatesList(mandates)
  addMandatesRevoke(mandates)
  addMandatesLink(mandates)
  const invoices = addGroup(
    program,
    'invoices',
    'Find, show, defer and write off invoices',
    'bindery invoices list --overdue 30',
  )
  addInvoicesList(invoices)
  addInvoicesShow(invoices)
  addInvoicesWriteOff(invoices)
  addInvoicesDefer(invoices)
  const byHand = addGroup(
    program,
    'money',
    'Give goodwill, charge fees and correct what is owed, by hand',
    'bindery money goodwill CYB-7K2MPQ4X --amount 20eur --reason "The claim took five weeks."',
  )
  addMoneyEnter(byHand)
  addMoneyEntries(byHand)
  const payouts = addGroup(
    program,
    'payouts',
    'Pay out by bank: accounts, files for the bank, and outcomes',
    'bindery payouts list --state needs_account',
  )
  addPayoutsList(payouts)
  addPayoutsAccount(payouts)
  addPayoutsExport(payouts)
  addPayoutsResolve(payouts)
  addPayoutsCredit(payouts)
  const withdrawals = addGroup(
    program,
    'withdrawals',
    'See to withdrawals that customers have declared',
    'bindery withdrawals list',
  )
  addWithdrawalsList(withdrawals)
  addWithdrawalsSettle(withdrawals)
  const customers = addGroup(
    program,
    'customers',
    'Show people over all their policies, and join those that are one person',
    'bindery customers account CYB-7K2MPQ4X',
  )
  addCustomersShow(customers)
  addCustomersAccount(customers)
  addCustomersJoin(customers)
  const parties = addGroup(
    program,
    'parties',
    'Name and end insured persons, payers and beneficiaries, and change the policyholder',
    'bindery parties list CYB-7K2MPQ4X',
  )
  addPartiesList(parties)
  addPartiesAdd(parties)
  addPartiesEnd(parties)
  addPartiesPolicyholder(parties)
  const mass = addGroup(
    program,
    'mass-endorsements',
    'Change many policies at once, such as their tax by law',
    'bindery mass-endorsements preview men_01b0acc58e20000000a93d71c048',
  )
  addMassEndorsementsCreate(mass)
  addMassEndorsementsSteer(mass)
  addMassEndorsementsList(mass)
  const receipts = addGroup(
    program,
    'receipts',
    'Import, match and record payments by bank transfer',
    'bindery receipts import statement.csv --amount Amount --date Date --reference Reference',
  )
  addReceiptsImport(receipts)
  addReceiptsList(receipts)
  addReceiptsMatch(receipts)
  addReceiptsDismiss(receipts)
  addReceiptsRecord(receipts)
  const dunning = addGroup(
    program,
    'dunning',
    'List overdue policies and put dunning on hold',
    'bindery dunning list --step notice_sent',
  )
  addDunningList(dunning)
  addDunningHold(dunning)
  addDunningHolds(dunning)
  addDunningRelease(dunning)
  addDunningLapse(dunning)
  const renewals = addGroup(
    program,
    'renewals',
    'List renewals, dry-run them, accept or decline them',
    'bindery renewals list --state blocked',
  )
  addRenewalsList(renewals)
  addRenewalsDryRun(renewals)
  addRenewalsDecide(renewals, 'accept')
  addRenewalsDecide(renewals, 'decline')
  addRenewalsRetry(renewals)
  addRenewalsEndorse(renewals)
  addRenewalsEndorsements(renewals)
  const refunds = addGroup(
    program,
    'refunds',
    'Resolve refunds whose outcome is in doubt',
    'bindery refunds resolve ref_01a1dd4f990214706f9ece885eea --outcome ok --note "Paid by transfer."',
  )
  addRefundsResolve(refunds)
  const portfolio = addGroup(
    program,
    'portfolio',
    'Check all policies at once',
    'bindery portfolio check',
  )
  addPortfolioCheck(portfolio)
  const clocks = addGroup(
    program,
    'clocks',
    'Test clocks: let time pass for policies in test mode',
    'bindery clocks create --at 2027-01-01T09:00:00Z',
  )
  addClocksCreate(clocks)
  addClocksList(clocks)
  addClocksShow(clocks)
  addClocksAdvance(clocks)
  const webhooks = addGroup(
    program,
    'webhooks',
    'Send events to your own systems as they happen',
    'bindery webhooks create https://crm.example.com/hook',
  )
  addWebhooksCreate(webhooks)
  addWebhooksList(webhooks)
  addWebhooksTest(webhooks)
  addWebhooksDeliveries(webhooks)
  addWebhooksResend(webhooks)
  addWebhooksRotate(webhooks)
  addWebhooksSwitch(webhooks, 'disable')
  addWebhooksSwitch(webhooks, 'enable')
  addWebhooksDelete(webhooks)
  addWebhooksListen(webhooks)
  const accounts = addGroup(
    program,
    'accounts',
    'List the insurer and its distributors, or add one',
    'bindery accounts list',
  )
  addAccountsList(accounts)
  addAccountsCreate(accounts)
  addAccountsMail(accounts)
  const providers = addGroup(
    program,
    'providers',
    'Declare the payment providers that products may use',
    'bindery providers declare acme_invoice --method invoice',
  )
  addProvidersList(providers)
  addProvidersDeclare(providers)
  addProvidersRemove(providers)
  addProvidersCredentials(providers)
  addProvidersCheck(providers)
  const keys = addGroup(program, 'keys', 'Create, rotate and revoke API keys', 'bindery keys list')
  addKeysList(keys)
  addKeysCreate(keys)
  addKeysRotate(keys)
  addKeysRevoke(keys)
  const roles = addGroup(
    program,
    'roles',
    'Sets of permissions that keys can be restricted to',
    'bindery roles list',
  )
  addRolesList(roles)
  addRolesShow(roles)
  addRolesCreate(roles)
  addRolesDelete(roles)
  const users = addGroup(
    program,
    'users',
    'Invite people, change their roles, let them leave',
    'bindery users list',
  )
  addUsersList(users)
  addUsersShow(users)
  addUsersInvite(users)
  addUsersRoles(users)
  addUsersRemove(users)
  addUsersDeactivate(users)
  addUsersReactivate(users)
  addUsersReset(users)
  addUsersRemoveSecondFactor(users)
  const sessions = addGroup(
    program,
    'sessions',
    'See and end the sessions of a person',
    'bindery sessions list anna.keller@example.com',
  )
  addSessionsList(sessions)
  addSessionsEnd(sessions)
  const accounting = addGroup(
    program,
    'accounting',
    'Read the journal and reports of the ledger, and close months',
    'bindery accounting journal --from 2027-06-01 --to 2027-06-30',
  )
  addAccountingJournal(accounting)
  addAccountingBalance(accounting)
  addAccountingTaxes(accounting)
  addAccountingEarned(accounting)
  addAccountingOpenItems(accounting)
  addAccountingClose(accounting)
  addAccountingClosings(accounting)
  addAccountingVerify(accounting)
  const disputes = addGroup(
    program,
    'disputes',
    'See the payments that customers dispute, and by when to answer',
    'bindery disputes list --state needs_response',
  )
  addDisputesList(disputes)
  const reconciliation = addGroup(
    program,
    'reconciliation',
    'Compare the money at payment providers with the ledger',
    'bindery reconciliation list --state unmatched',
  )
  addReconciliationList(reconciliation)
  addReconciliationAccept(reconciliation)
  const commission = addGroup(
    program,
    'commission',
    'Agree on commission, and make and settle statements',
    'bindery commission statements --state open',
  )
  addCommissionAgree(commission)
  addCommissionStatements(commission)
  const approvals = addApprovals(program)
  addApprovalsShow(approvals)
  addApprovalsRequest(approvals)
  addApprovalsApprove(approvals)
  addApprovalsDecline(approvals)
  addApprovalsWithdraw(approvals)
  const approvalRules = addApprovalsRules(approvals)
  addApprovalsRulesSet(approvalRules)
  addApprovalsRulesClear(approvalRules)
  const sso = addGroup(
    program,
    'sso',
    'Set up single sign-on for the people of your account',
    'bindery sso show',
  )
  addSsoShow(sso)
  addSsoSet(sso)
  addSsoRemove(sso)
  const signInRules = addGroup(
    program,
    'sign-in-rules',
    'See and change how people have to sign in',
    'bindery sign-in-rules show',
  )
  addSignInRulesShow(signInRules)
  addSignInRulesChange(signInRules)
  const tokens = addGroup(
    program,
    'tokens',
    'Create and revoke access tokens for locked datasets',
    'bindery tokens list',
  )
  addTokensList(tokens)
  addTokensCreate(tokens)
  addTokensRevoke(tokens)

  program.commandsGroup('Operate:')
  addSearch(program)
  addEvents(program)
  const audit = addAudit(program)
  addAuditVerify(audit)
  addAuditExport(audit)
  const evidence = addGroup(
    program,
    'evidence',
    'Hand over what proves the history of a policy',
    'bindery evidence bundle TRV-7K2MQ9XA --reason "Lawsuit 4 C 211/27"',
  )
  addEvidenceBundle(evidence)
  addDoctor(program)
  addHealth(program)
  addServerEntries(program)
  return program
}
