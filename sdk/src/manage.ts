import { accountingOf } from './accounting.ts'
import { commissionOf } from './commission.ts'
import { approvalRulesOf, approvalsOf } from './approvals.ts'
import type { Caller } from './caller.ts'
import { datasetsOf } from './datasets.ts'
import type {
  AdvanceClock,
  AskForImpact,
  PortfolioCheck,
  CreateAccessToken,
  CreateClock,
  CreateDistributor,
  SetMailAddress,
  CreateKey,
  ChangeTask,
  ChangeView,
  SaveView,
  CreateMassEndorsement,
  CreateTask,
  WriteNote,
  DeclarePaymentProvider,
  SetCredentials,
  DismissReceipt,
  HoldDunning,
  MatchReceipt,
  Operations,
  DraftFromWorkbook,
  PreviewDocuments,
  PreviewMails,
  PriceFolder,
  ProductFiles,
  PublishOnClock,
  PublishProduct,
  RecordReceipt,
  ReplaceWorkbook,
  ResolvePayment,
  DecideLapse,
  RecordLegalAction,
  ResolveRefund,
  SettleWithdrawal,
  WriteOff,
  DeferInvoice,
  EnterMoney,
  ReverseEntry,
  RevealField,
  RotateKey,
  SignInRules,
  SuppressAddress,
} from './generated.ts'
import type { CallOptions, OperationId } from './operation.ts'
import { payoutsOf } from './payouts.ts'
import { customersOf, partiesOf } from './parties.ts'
import { rolesOf } from './roles.ts'
import { singleSignOnOf } from './single-sign-on.ts'
import { lettersOf } from './letters.ts'
import { mailServerOf } from './mail-server.ts'
import { linksOf, meOf, usersOf } from './users.ts'
import { webhooksOf } from './webhooks.ts'
import type { UploadSource } from './upload-source.ts'

/** The filters of a search; the size of a page is a number here. */
type Filters<Id extends OperationId> = Omit<Operations[Id]['query'], 'limit'> & {
  readonly limit?: number
}
type Files = ProductFiles['files']

/** The Management API: everything takes the secret key of an insurer. */
export function manageOf(caller: Caller) {
  const { call, download, list, upload } = caller
  return {
    accounts: {
      list: (options?: CallOptions) => call('listAccounts', options),
      createDistributor: (body: CreateDistributor, options?: CallOptions) =>
        call('createDistributor', { ...options, body }),
      /** Where mails to a distributor go. */
      setMailAddress: (distributorId: string, body: SetMailAddress, options?: CallOptions) =>
        call('setMailAddress', { ...options, params: { distributorId }, body }),
    },
    keys: {
      list: (options?: CallOptions) => call('listKeys', options),
      create: (body: CreateKey, options?: CallOptions) => call('createKey', { ...options, body }),
      rotate: (keyId: string, body: RotateKey = {}, options?: CallOptions) =>
        call('rotateKey', { ...options, params: { keyId }, body }),
      revoke: (keyId: string, options?: CallOptions) =>
        call('revokeKey', { ...options, params: { keyId } }),
    },
    roles: rolesOf(caller),
    singleSignOn: singleSignOnOf(caller),
    users: usersOf(caller),
    me: meOf(caller),
    links: linksOf(caller),
    approvals: approvalsOf(caller),
    approvalRules: approvalRulesOf(caller),
    /** How people have to sign in to act for the account. */
    signInRules: {
      show: (options?: CallOptions) => call('showSignInRules', options),
      change: (body: SignInRules, options?: CallOptions) =>
        call('changeSignInRules', { ...options, body }),
    },
    paymentProviders: {
      list: (options?: CallOptions) => call('listPaymentProviders', options),
      /** A provider of your own that collects outside the platform. */
      declare: (body: DeclarePaymentProvider, options?: CallOptions) =>
        call('declarePaymentProvider', { ...options, body }),
      remove: (provider: string, options?: CallOptions) =>
        call('removePaymentProvider', { ...options, params: { provider } }),
      /** Your accounts at providers, in the mode of the key. */
      credentials: (options?: CallOptions) => call('listProviderCredentials', options),
      /** Stores or rotates them. Fields that are left out stay as they are. */
      setCredentials: (provider: string, body: SetCredentials, options?: CallOptions) =>
        call('setProviderCredentials', { ...options, params: { provider }, body }),
      removeCredentials: (provider: string, options?: CallOptions) =>
        call('removeProviderCredentials', { ...options, params: { provider } }),
      /** Asks the provider whose they are, and whether money can be taken. */
      check: (provider: string, options?: CallOptions) =>
        call('checkProviderCredentials', { ...options, params: { provider } }),
    },
    products: productsOf(caller),
    datasets: datasetsOf(caller),
    accessTokens: {
      list: (options?: CallOptions) => call('listAccessTokens', options),
      create: (body: CreateAccessToken, options?: CallOptions) =>
        call('createAccessToken', { ...options, body }),
      revoke: (tokenId: string, options?: CallOptions) =>
        call('revokeAccessToken', { ...options, params: { tokenId } }),
    },
    /** Test clocks: policies sold on a clock follow its time. */
    clocks: {
      create: (body: CreateClock, options?: CallOptions) =>
        call('createClock', { ...options, body }),
      list: (options?: CallOptions) => call('listClocks', options),
      show: (clockId: string, options?: CallOptions) =>
        call('showClock', { ...options, params: { clockId } }),
      /** Starts to advance the clock; poll `show` until it is no longer `advancing`. */
      advance: (clockId: string, body: AdvanceClock, options?: CallOptions) =>
        call('advanceClock', { ...options, params: { clockId }, body }),
      /** Puts a version on sale on this clock only; products on sale elsewhere stay as they are. */
      publish: (clockId: string, body: PublishOnClock, options?: CallOptions) =>
        call('publishOnClock', { ...options, params: { clockId }, body }),
    },
    quotes: {
      search: (filters: Filters<'searchQuotes'> = {}, options?: CallOptions) =>
        list('searchQuotes', { ...options, query: asText(filters) }),
      /** Recalculates the price and returns its steps. */
      explain: (quoteId: string, options?: CallOptions) =>
        call('explainQuote', { ...options, params: { quoteId } }),
      /** The workbook that priced it, filled in with its answers, in chunks. */
      workbook: (quoteId: string, options?: CallOptions) =>
        download('fillQuoteWorkbook', { ...options, params: { quoteId } }),
      /** Shows one masked field, with a reason for the audit log. */
      reveal: (quoteId: string, body: RevealField, options?: CallOptions) =>
        call('revealQuoteField', { ...options, params: { quoteId }, body }),
    },
    leads: {
      search: (filters: Filters<'searchLeads'> = {}, options?: CallOptions) =>
        list('searchLeads', { ...options, query: asText(filters) }),
      /** Shows one masked field, with a reason for the audit log. */
      reveal: (leadId: string, body: RevealField, options?: CallOptions) =>
        call('revealLeadField', { ...options, params: { leadId }, body }),
    },
    offers: {
      search: (filters: Filters<'searchOffers'> = {}, options?: CallOptions) =>
        list('searchOffers', { ...options, query: asText(filters) }),
    },
    /** What needs a person. */
    inbox: (options?: CallOptions) => call('showInbox', options),
    /** Whether everything goes on that goes on by itself. */
    health: (options?: CallOptions) => call('showHealth', options),
    /** Policies of which something due failed, and is tried again. */
    stuckPolicies: (filters: Filters<'searchStuckPolicies'> = {}, options?: CallOptions) =>
      list('searchStuckPolicies', { ...options, query: asText(filters) }),
    /** Sales, premium and money of some days, by what `by` names. */
    figures: (query: Operations['showFigures']['query'], options?: CallOptions) =>
      call('showFigures', { ...options, query }),
    /** Requests that were answered, of some days. */
    requests: {
      list: (filters: Filters<'listRequests'> = {}, options?: CallOptions) =>
        list('listRequests', { ...options, query: asText(filters) }),
      /** How often which route answered which error. */
      errors: (since?: string, options?: CallOptions) =>
        call('showRequestErrors', { ...options, query: since === undefined ? {} : { since } }),
    },
    /** Lists with their filters that people keep and share. */
    views: {
      list: (list?: string, options?: CallOptions) =>
        call('listViews', { ...options, query: list === undefined ? {} : { list } }),
      save: (body: SaveView, options?: CallOptions) => call('saveView', { ...options, body }),
      /** Omitted members stay. */
      change: (viewId: string, body: ChangeView, options?: CallOptions) =>
        call('changeView', { ...options, params: { viewId }, body }),
      remove: (viewId: string, options?: CallOptions) =>
        call('removeView', { ...options, params: { viewId } }),
    },
    /** To whom tasks can be assigned. */
    colleagues: (options?: CallOptions) => call('listColleagues', options),
    tasks: {
      list: (filters: Filters<'listTasks'> = {}, options?: CallOptions) =>
        list('listTasks', { ...options, query: asText(filters) }),
      create: (body: CreateTask, options?: CallOptions) => call('createTask', { ...options, body }),
      /** Omitted members stay; `status: done` finishes it. */
      change: (taskId: string, body: ChangeTask, options?: CallOptions) =>
        call('changeTask', { ...options, params: { taskId }, body }),
    },
    /** Notes on policies and customers. */
    notes: {
      list: (filters: Filters<'listNotes'>, options?: CallOptions) =>
        list('listNotes', { ...options, query: asText(filters) }),
      write: (body: WriteNote, options?: CallOptions) => call('writeNote', { ...options, body }),
      /** Deletes the text for good. */
      remove: (noteId: string, options?: CallOptions) =>
        call('removeNote', { ...options, params: { noteId } }),
    },
    /** Whatever a text names: policies, offers, customers, invoices, payments and quotes. */
    search: (q: string, { limit }: { readonly limit?: number } = {}, options?: CallOptions) =>
      call('searchEverything', { ...options, query: asText({ q, ...(limit && { limit }) }) }),
    policies: {
      search: (filters: Filters<'searchPolicies'> = {}, options?: CallOptions) =>
        list('searchPolicies', { ...options, query: asText(filters) }),
      history: (policyId: string, options?: CallOptions) =>
        call('showPolicyHistory', { ...options, params: { policyId } }),
      /** What the customer received before the contract, with its hashes. */
      handover: (policyId: string, options?: CallOptions) =>
        call('showHandover', { ...options, params: { policyId } }),
      timeline: (
        policyId: string,
        query: { readonly known_at?: string } = {},
        options?: CallOptions,
      ) => call('showTimeline', { ...options, params: { policyId }, query }),
      compareVersions: (
        policyId: string,
        query: { readonly from?: string; readonly to?: string } = {},
        options?: CallOptions,
      ) => call('comparePolicyVersions', { ...options, params: { policyId }, query }),
      /** Shows one masked field, with a reason for the audit log. */
      reveal: (policyId: string, body: RevealField, options?: CallOptions) =>
        call('revealField', { ...options, params: { policyId }, body }),
      /** Everything that proves what happened to a policy, as a tar archive in chunks. */
      evidenceBundle: (policyId: string, reason: string, options?: CallOptions) =>
        download('exportEvidenceBundle', { ...options, params: { policyId }, query: { reason } }),
      explain: (policyId: string, options?: CallOptions) =>
        call('explainPolicy', { ...options, params: { policyId } }),
    },
    portfolio: {
      /** Recalculates the prices of all policies, or checks their postings; poll `showCheck` for progress. */
      startCheck: (subject: PortfolioCheck['subject'] = 'prices', options?: CallOptions) =>
        call('startPortfolioCheck', { ...options, query: { subject } }),
      showCheck: (checkId: string, options?: CallOptions) =>
        call('showPortfolioCheck', { ...options, params: { checkId } }),
    },
    /** The effect of a version on the premiums of the portfolio. */
    impacts: {
      /** Starts an analysis; poll `show` until it is no longer `queued` or `running`. */
      ask: (body: AskForImpact, options?: CallOptions) =>
        call('askForImpact', { ...options, body }),
      list: (filters: Filters<'listImpacts'> = {}, options?: CallOptions) =>
        list('listImpacts', { ...options, query: asText(filters) }),
      show: (impactId: string, options?: CallOptions) =>
        call('showImpact', { ...options, params: { impactId } }),
      stop: (impactId: string, options?: CallOptions) =>
        call('stopImpact', { ...options, params: { impactId } }),
      /** Every row as CSV, in chunks. */
      rows: (impactId: string, options?: CallOptions) =>
        download('exportImpact', { ...options, params: { impactId } }),
    },
    /** One change of all policies that match, such as of their tax by law. */
    massEndorsements: {
      create: (body: CreateMassEndorsement, options?: CallOptions) =>
        call('createMassEndorsement', { ...options, body }),
      list: (filters: Filters<'listMassEndorsements'> = {}, options?: CallOptions) =>
        list('listMassEndorsements', { ...options, query: asText(filters) }),
      show: (massEndorsementId: string, options?: CallOptions) =>
        call('showMassEndorsement', { ...options, params: { massEndorsementId } }),
      /** Computes what it would do; poll `show` until it is `previewed`. */
      preview: (massEndorsementId: string, options?: CallOptions) =>
        call('previewMassEndorsement', { ...options, params: { massEndorsementId } }),
      /** Changes the policies; poll `show` until it is `done`. */
      start: (massEndorsementId: string, options?: CallOptions) =>
        call('startMassEndorsement', { ...options, params: { massEndorsementId } }),
      stop: (massEndorsementId: string, options?: CallOptions) =>
        call('stopMassEndorsement', { ...options, params: { massEndorsementId } }),
      resume: (massEndorsementId: string, options?: CallOptions) =>
        call('resumeMassEndorsement', { ...options, params: { massEndorsementId } }),
      /** What became of each policy. */
      results: (
        massEndorsementId: string,
        filters: Filters<'listMassEndorsementResults'> = {},
        options?: CallOptions,
      ) =>
        list('listMassEndorsementResults', {
          ...options,
          params: { massEndorsementId },
          query: asText(filters),
        }),
      /** The same as CSV, in chunks. */
      exportResults: (
        massEndorsementId: string,
        filters: Filters<'exportMassEndorsementResults'> = {},
        options?: CallOptions,
      ) =>
        download('exportMassEndorsementResults', {
          ...options,
          params: { massEndorsementId },
          query: asText(filters),
        }),
    },
    payments: {
      search: (filters: Filters<'searchPayments'> = {}, options?: CallOptions) =>
        list('searchPayments', { ...options, query: asText(filters) }),
      /** Resolves a payment in doubt with the outcome that the provider confirmed to a person. */
      resolve: (paymentId: string, body: ResolvePayment, options?: CallOptions) =>
        call('resolvePayment', { ...options, params: { paymentId }, body }),
    },
    invoices: {
      search: (filters: Filters<'searchInvoices'> = {}, options?: CallOptions) =>
        list('searchInvoices', { ...options, query: asText(filters) }),
      show: (invoiceId: string, options?: CallOptions) =>
        call('showInvoice', { ...options, params: { invoiceId } }),
      /** Writes off the open amount. */
      writeOff: (invoiceId: string, body: WriteOff, options?: CallOptions) =>
        call('writeOffInvoice', { ...options, params: { invoiceId }, body }),
      /** Moves the due date to a later day. */
      defer: (invoiceId: string, body: DeferInvoice, options?: CallOptions) =>
        call('deferInvoice', { ...options, params: { invoiceId }, body }),
    },
    /** Withdrawals that customers have declared. */
    withdrawals: {
      search: (filters: Filters<'searchWithdrawals'> = {}, options?: CallOptions) =>
        list('searchWithdrawals', { ...options, query: asText(filters) }),
      show: (declarationId: string, options?: CallOptions) =>
        call('showDeclaredWithdrawal', { ...options, params: { declarationId } }),
      /** Settles one with the policy that has ended, or refuses it. */
      settle: (declarationId: string, body: SettleWithdrawal, options?: CallOptions) =>
        call('settleWithdrawal', { ...options, params: { declarationId }, body }),
    },
    /** What customers are sent by e-mail. */
    mails: {
      search: (filters: Filters<'searchMails'> = {}, options?: CallOptions) =>
        list('searchMails', { ...options, query: asText(filters) }),
      show: (mailId: string, options?: CallOptions) =>
        call('showMail', { ...options, params: { mailId } }),
      /** Takes in a delivery report as it arrived at the return address of a mail. */
      report: (
        source: UploadSource,
        query: NonNullable<Operations['receiveDeliveryReport']['query']> = {},
        options?: CallOptions,
      ) =>
        upload('receiveDeliveryReport', { ...options, query }, { source, type: 'message/rfc822' }),
      /** Tries a mail again that was given up. */
      resend: (mailId: string, options?: CallOptions) =>
        call('resendMail', { ...options, params: { mailId } }),
    },
    /** Letters that are sent by post. */
    letters: lettersOf(caller),
    mailServer: mailServerOf(caller),
    /** Addresses that no mail goes to. */
    suppressedAddresses: {
      search: (filters: Filters<'searchSuppressedAddresses'> = {}, options?: CallOptions) =>
        list('searchSuppressedAddresses', { ...options, query: asText(filters) }),
      suppress: (body: SuppressAddress, options?: CallOptions) =>
        call('suppressAddress', { ...options, body }),
      release: (suppressionId: string, options?: CallOptions) =>
        call('releaseAddress', { ...options, params: { suppressionId } }),
    },
    /** Payments that customers dispute at their bank. */
    disputes: {
      search: (filters: Filters<'searchDisputes'> = {}, options?: CallOptions) =>
        list('searchDisputes', { ...options, query: asText(filters) }),
      show: (disputeId: string, options?: CallOptions) =>
        call('showDispute', { ...options, params: { disputeId } }),
    },
    /** Money that people pay out by bank. */
    payouts: payoutsOf(caller),
    /** Goodwill, fees and corrections by hand. */
    manualEntries: {
      list: (policyId: string, options?: CallOptions) =>
        call('showManualEntries', { ...options, params: { policyId } }),
      enter: (policyId: string, body: EnterMoney, options?: CallOptions) =>
        call('enterMoney', { ...options, params: { policyId }, body }),
      /** Takes an entry back, once and whole. */
      reverse: (policyId: string, entryId: string, body: ReverseEntry, options?: CallOptions) =>
        call('reverseManualEntry', { ...options, params: { policyId, entryId }, body }),
    },
    parties: partiesOf(caller),
    customers: customersOf(caller),
    accounting: accountingOf(caller),
    commission: commissionOf(caller),
    /** Payments by bank transfer. */
    receipts: {
      /** Records a payment for an invoice. */
      record: (invoiceId: string, body: RecordReceipt, options?: CallOptions) =>
        call('recordReceipt', { ...options, params: { invoiceId }, body }),
      /**
       * A bank's CSV file; lines that cannot be read reject with a BinderyError of kind `validation` that
       * lists them as `problems`, and nothing is imported.
       */
      import: (
        source: UploadSource,
        columns: NonNullable<Operations['importReceipts']['query']> = {},
        options?: CallOptions,
      ) => upload('importReceipts', { ...options, query: columns }, { source, type: 'text/csv' }),
      search: (filters: Filters<'searchReceipts'> = {}, options?: CallOptions) =>
        list('searchReceipts', { ...options, query: asText(filters) }),
      /** Posts an unmatched receipt to this invoice. */
      match: (receiptId: string, body: MatchReceipt, options?: CallOptions) =>
        call('matchReceipt', { ...options, params: { receiptId }, body }),
      /** Dismisses an unmatched receipt that pays no invoice. */
      dismiss: (receiptId: string, body: DismissReceipt, options?: CallOptions) =>
        call('dismissReceipt', { ...options, params: { receiptId }, body }),
    },
    /** Dunning cases and holds. */
    dunning: {
      search: (filters: Filters<'searchDunning'> = {}, options?: CallOptions) =>
        list('searchDunning', { ...options, query: asText(filters) }),
      /** A case with its letters. */
      show: (caseId: string, options?: CallOptions) =>
        call('showDunningCase', { ...options, params: { caseId } }),
      /** Records that the overdue premium was claimed at law: the policy then does not lapse. */
      recordLegalAction: (caseId: string, body: RecordLegalAction, options?: CallOptions) =>
        call('recordLegalAction', { ...options, params: { caseId }, body }),
      /** Decides about a lapse whose notice is not proven any more. */
      decideLapse: (caseId: string, body: DecideLapse, options?: CallOptions) =>
        call('decideLapse', { ...options, params: { caseId }, body }),
      /** Puts dunning on hold until the end of a day, for a policy or for all of a product. */
      hold: (body: HoldDunning, options?: CallOptions) => call('holdDunning', { ...options, body }),
      holds: (filters: Filters<'listHolds'> = {}, options?: CallOptions) =>
        list('listHolds', { ...options, query: asText(filters) }),
      /** Releases a hold early. */
      release: (holdId: string, options?: CallOptions) =>
        call('releaseHold', { ...options, params: { holdId } }),
    },
    renewals: {
      search: (filters: Filters<'searchRenewals'> = {}, options?: CallOptions) =>
        list('searchRenewals', { ...options, query: asText(filters) }),
      /** Prices the renewals of a range of days without writing anything. */
      dryRun: (filters: Filters<'dryRunRenewals'>, options?: CallOptions) =>
        list('dryRunRenewals', { ...options, query: asText(filters) }),
    },
    refunds: {
      /** Retries a failed refund, or resolves one in doubt. */
      resolve: (refundId: string, body: ResolveRefund, options?: CallOptions) =>
        call('resolveRefund', { ...options, params: { refundId }, body }),
    },
    events: {
      /** The feed: the events after a given one, oldest first; `start` is before the first. */
      after: (after: string, limit = 100, options?: CallOptions) =>
        call('listEvents', { ...options, query: { after, limit: String(limit) } }),
      list: (filters: Filters<'listEvents'> = {}, options?: CallOptions) =>
        list('listEvents', { ...options, query: asText(filters) }),
    },
    webhooks: webhooksOf(caller),
    audit: {
      list: (filters: Filters<'listAudit'> = {}, options?: CallOptions) =>
        list('listAudit', { ...options, query: asText(filters) }),
      /** The hash chain of events and audit log after a link; `evidencePages` reads all of it. */
      evidence: (after = 0, limit = 1000, options?: CallOptions) =>
        call('listEvidence', {
          ...options,
          query: { after: String(after), limit: String(limit) },
        }),
    },
  }
}

/** `files` are the files of a product folder: path to content in base64, see `encodeFile`. */
function productsOf({ call }: Caller) {
  return {
    list: (options?: CallOptions) => call('listProducts', options),
    get: (productId: string, options?: CallOptions) =>
      call('showProduct', { ...options, params: { productId } }),
    validate: (files: Files, options?: CallOptions) =>
      call('validateProduct', { ...options, body: { files } }),
    plan: (files: Files, options?: CallOptions) =>
      call('planProduct', { ...options, body: { files } }),
    /** Mistakes reject with a BinderyError of kind `validation` that lists them as `problems`. */
    push: (files: Files, options?: CallOptions) =>
      call('pushProduct', { ...options, body: { files } }),
    /**
     * Stores a folder as a what-if version: quotes, impacts and test clocks may name it by its id, but
     * it is not listed and cannot be published. Failing test cases are returned and are not a mistake.
     */
    whatIf: (files: Files, options?: CallOptions) =>
      call('keepWhatIf', { ...options, body: { files } }),
    /** Puts a version on sale; name an earlier version to roll back. */
    publish: (versionId: string, body: PublishProduct = {}, options?: CallOptions) =>
      call('publishProduct', { ...options, params: { versionId }, body }),
    /** A version with its items, their pricing revisions, and its integrations. */
    version: (versionId: string, options?: CallOptions) =>
      call('showProductVersion', { ...options, params: { versionId } }),
    pull: (versionId: string, options?: CallOptions) =>
      call('pullProduct', { ...options, params: { versionId } }),
    compare: (versionId: string, against: string, options?: CallOptions) =>
      call('compareVersions', { ...options, params: { versionId }, query: { against } }),
    price: (body: PriceFolder, options?: CallOptions) => call('priceFolder', { ...options, body }),
    /** A product folder made from a workbook; `files` is in base64. */
    draftFromWorkbook: (body: DraftFromWorkbook, options?: CallOptions) =>
      call('draftFromWorkbook', { ...options, body }),
    /** The workbook `after.xlsx` with the inputs and outputs of `before.xlsx`; `files` are in base64. */
    replaceWorkbook: (body: ReplaceWorkbook, options?: CallOptions) =>
      call('replaceWorkbook', { ...options, body }),
    /** The documents of a folder with sample data; `content` is in base64. */
    previewDocuments: (body: PreviewDocuments, options?: CallOptions) =>
      call('previewDocuments', { ...options, body }),
    previewMails: (body: PreviewMails, options?: CallOptions) =>
      call('previewMails', { ...options, body }),
  }
}

function asText<Query extends { readonly limit?: number }>({ limit, ...filters }: Query) {
  return { ...filters, ...(limit === undefined ? {} : { limit: String(limit) }) }
}
