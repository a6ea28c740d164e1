import { type FieldError, exampleIds, notFound, reason } from '../kernel/index.ts'
import { type LimitKind, type Permission, mayBeLimitedTo } from '../identity/index.ts'

const versionsShownMax = 20

export const accountNotFound = notFound('Account', {
  code: 'account_not_found',
  when: 'There is no such account, or you do not manage it.',
  example: exampleIds.newDistributor,
})
export const accountKeyTaken = reason({
  kind: 'validation_failed',
  code: 'account_key_taken',
  label: 'key_taken',
  when: 'Another account of yours has this key.',
  message: (key: string) => `You already have an account with the key ${key}.`,
  errors: (_key) => [{ code: 'invalid_value', field: 'key', rules: ['unique'] }],
  example: ['alpine-brokers'],
})
export const keyNotFound = notFound('Key', {
  code: 'key_not_found',
  when: 'There is no such key, or you do not manage its account.',
  example: exampleIds.key,
})
export const keyRevoked = reason({
  kind: 'validation_failed',
  code: 'key_revoked',
  when: 'The key is revoked. A revoked key cannot be restored.',
  message: (id: string) => `Key ${id} is revoked. Create a new key instead.`,
  example: [exampleIds.key],
})
export const keyRotated = reason({
  kind: 'validation_failed',
  code: 'key_rotated',
  when: 'The key was already rotated.',
  message: (id: string) =>
    `Key ${id} was already rotated. Rotate the key that replaced it, or create a new one.`,
  example: [exampleIds.key],
})
export const publicKeyWithRoles = reason({
  kind: 'validation_failed',
  code: 'public_key_with_roles',
  when: 'The key is public. Only secret keys can have roles.',
  message: 'Only a secret key can have roles. Remove `roles`, or create a secret key.',
  errors: [wrong('roles')],
})
export const unknownRole = reason({
  kind: 'validation_failed',
  code: 'unknown_role',
  when: 'The account has no such role.',
  message: (key: string, fix: string) => `The account has no role ${key}. ${fix}`,
  errors: () => [wrong('roles')],
  example: ['veiwer', 'Did you mean viewer?'],
})
export const keyExceedsOwn = reason({
  kind: 'not_permitted',
  code: 'key_exceeds_own',
  when: 'The key has no roles, so that it may do everything, and you may not do everything yourself.',
  message: (permission: string) =>
    `A key without roles has every permission, and you do not have ${permission} without limits. Only a key with roles is possible.`,
  example: ['quotes.create'],
})

/** Why a role is not made, changed or deleted. */
export const roleNotFound = notFound('Role', {
  code: 'role_not_found',
  when: 'The account has no such role.',
  example: 'claims_desk',
})
export const roleKeyTaken = reason({
  kind: 'validation_failed',
  code: 'role_key_taken',
  when: 'Another role of the account has this key, or a built-in role.',
  message: (key: string) => `There is already a role with the key ${key}. Choose another key.`,
  errors: (_key) => [{ code: 'invalid_value', field: 'key', rules: ['unique'] }],
  example: ['viewer'],
})
export const roleBuiltIn = reason({
  kind: 'validation_failed',
  code: 'role_built_in',
  when: 'The role is built in.',
  message: (key: string) =>
    `The role ${key} is built in and cannot be changed or deleted. Create a role of your own instead.`,
  example: ['viewer'],
})
export const roleInUse = reason({
  kind: 'validation_failed',
  code: 'role_in_use',
  when: 'A key that is not revoked has the role, or a person.',
  message: (key: string, { keys, people }: { readonly keys: number; readonly people: number }) => {
    if (keys === 0) {
      return `${people === 1 ? 'One person has' : `${people} people have`} the role ${key}. Give ${people === 1 ? 'the person' : 'them'} another role first.`
    }
    return `${keys === 1 ? 'One key has' : `${keys} keys have`} the role ${key}. Revoke ${keys === 1 ? 'it' : 'them'} first.`
  },
  example: ['service_desk', { keys: 1, people: 0 }],
})
export const tooManyRoles = reason({
  kind: 'validation_failed',
  code: 'too_many_roles',
  when: 'The account has the maximum number of roles.',
  message: (max: number) =>
    `The account has ${max} roles of its own, which is the maximum. Delete one first.`,
  example: [100],
})
export const unknownPermission = reason({
  kind: 'validation_failed',
  code: 'unknown_permission',
  when: 'There is no such permission.',
  message: (permission: string, fix: string) => `There is no permission ${permission}. ${fix}`,
  errors: () => [wrong('grants')],
  example: ['policy.read', 'Did you mean policies.read?'],
})
export const limitNotPossible = reason({
  kind: 'validation_failed',
  code: 'limit_not_possible',
  when: 'A grant has a limit that its permission cannot have.',
  message: (permission: Permission, limit: LimitKind) =>
    `${permission} ${whyNotLimited(permission, limit)}. Remove the limit.`,
  errors: () => [wrong('grants')],
  example: ['keys.manage', 'products'],
})
export const roleProductNotFound = roleLimitNotFound(
  'role_product_not_found',
  'product',
  'cyber-basic',
)
export const roleDistributorNotFound = roleLimitNotFound(
  'role_distributor_not_found',
  'distributor',
  'coast-agents',
)
export const grantExceedsOwn = reason({
  kind: 'not_permitted',
  code: 'grant_exceeds_own',
  when: 'You would give away a permission that you do not have yourself, or have with narrower limits.',
  message: (permission: string) =>
    `You cannot give the permission ${permission}: you do not have it yourself, or only with narrower limits.`,
  example: ['policies.cancel'],
})

/** Why single sign-on is not set up. */
export const singleSignOnNotFound = reason({
  kind: 'not_found',
  code: 'single_sign_on_not_found',
  when: 'Single sign-on is not set up for the account.',
  message: 'Single sign-on is not set up. PUT /manage/single_sign_on sets it up.',
})
export const issuerNotAllowed = reason({
  kind: 'validation_failed',
  code: 'issuer_not_allowed',
  when: 'The issuer is not a valid address, or leads to a private network.',
  message: (message: string, fix: string) => `${message} ${fix}`,
  errors: () => [wrong('issuer')],
  example: [
    '10.0.0.7 is a private address.',
    'Use a public address, or let the operator set SINGLE_SIGN_ON_PRIVATE=allow.',
  ],
})
export const clientSecretRequired = reason({
  kind: 'validation_failed',
  code: 'client_secret_required',
  when: 'The provider is new, or has another issuer than before, and the request has no client secret.',
  message: 'Send `client_secret`: none is stored for this issuer.',
  errors: [{ code: 'required', field: 'client_secret', rules: ['required'] }],
})

export const accessTokenNotFound = notFound('Access token', {
  code: 'access_token_not_found',
  when: 'There is no such token, or you do not manage its account.',
  example: exampleIds.accessToken,
})
export const providerNotFound = notFound('Payment provider', {
  code: 'own_payment_provider_not_found',
  when: 'You have declared no payment provider of this name.',
  example: 'unknown_invoice',
})
export const providerReserved = reason({
  kind: 'validation_failed',
  code: 'provider_reserved',
  when: 'The name is reserved for the platform and for well-known payment providers.',
  message: (name: string) =>
    `The name ${name} is reserved. Name your own provider after yourself, for example acme_invoice.`,
  errors: (_name) => [{ code: 'invalid_value', field: 'name', rules: ['not_in'] }],
  example: ['stripe'],
})
export const providerInUse = reason({
  kind: 'validation_failed',
  code: 'provider_in_use',
  when: 'A published product version offers this provider or method, and its policies are still paid with it.',
  message: (way: { provider: string; method?: string }, versions: readonly string[]) => {
    const what = way.method === undefined ? way.provider : `${way.provider}/${way.method}`
    const shown = versions.slice(0, versionsShownMax).join(', ')
    const more = versions.length - versionsShownMax
    return `${what} is in use by ${shown}${more > 0 ? ` and ${more} more` : ''}. A published version keeps its payment methods, so ${what} cannot be removed.`
  },
  example: [{ provider: 'kept_invoice' }, ['kept-invoice version 1']],
})
export const tooManyProviders = reason({
  kind: 'validation_failed',
  code: 'too_many_providers',
  when: 'You have declared the maximum number of payment providers.',
  message: (max: number) =>
    `You have declared ${max} payment providers, which is the maximum. Remove one first.`,
  example: [50],
})
export const portfolioCheckNotFound = notFound('Portfolio check', {
  code: 'portfolio_check_not_found',
  when: 'You have no such check in this mode.',
  example: exampleIds.portfolioCheck,
})
export const pricedWithoutWorkbook = reason({
  kind: 'not_found',
  code: 'no_workbook',
  when: 'The quote was not priced by a workbook.',
  message: (id: string) =>
    `Quote ${id} was priced without a workbook. Request its explanation instead.`,
  example: [exampleIds.quote],
})

/** Why the change of a price is not explained. */
export const pricedOutside = reason({
  kind: 'not_explainable',
  code: 'priced_outside',
  when: 'One of the prices comes from an external rater. Only the rater can explain it, and it is not called again.',
  message: (id: string) =>
    `Policy ${id} was priced by an outside rater, which is not asked again. Ask the rater why its price changed.`,
  example: [exampleIds.policy],
})
export const priceMovedOn = reason({
  kind: 'not_explainable',
  code: 'price_not_recomputed',
  when: 'One of the prices cannot be reproduced as it was sold. Check the portfolio.',
  message: (id: string) =>
    `The price of quote ${id} cannot be reproduced as it was sold, so it is not explained. Run a portfolio check.`,
  example: [exampleIds.quote],
})
export const versionNeverHeld = reason({
  kind: 'not_explainable',
  code: 'version_never_held',
  when: 'The version is still being processed, or never took effect.',
  message: (id: string, state: string) => `Version ${id} is ${state}: its price never took effect.`,
  example: [exampleIds.policyVersion, 'processing'],
})
export const firstVersion = reason({
  kind: 'not_explainable',
  code: 'first_version',
  when: 'The version is the first of the policy, and the request names no version to compare it with.',
  message: (id: string) =>
    `Version ${id} is the first of its policy. Name the version to compare it with as \`from\`.`,
  example: [exampleIds.policyVersion],
})
export const publishHeld = reason({
  kind: 'transaction_not_allowed',
  code: 'publish_held',
  when: 'The version does not meet the conditions that `publish` in product.yaml sets.',
  message: (obstacles: readonly string[]) =>
    `The version does not meet the publishing conditions of the product: ${obstacles.join('; ')}. Meet them (bindery impact <folder> --live checks the live portfolio), or force publication with a reason.`,
  example: [['it has no test cases (tests/*.yaml)']],
})
export const publishWhatIf = reason({
  kind: 'transaction_not_allowed',
  code: 'version_is_what_if',
  when: 'The version is a what-if (of impact, simulate or checkout preview) and was never pushed.',
  message: (id: string) =>
    `Product version ${id} is a what-if: it was tried out and never pushed. Push its folder, which also runs its test cases, and publish the pushed version.`,
  example: [exampleIds.productVersion],
})

/** Why a request on a product folder is refused. */
export const notBase64 = reason({
  kind: 'validation_failed',
  code: 'not_base64',
  when: 'The content of a file cannot be read.',
  message: (path: string) => `The content of ${path} is not base64.`,
  errors: (path) => [{ code: 'invalid_value', field: `files.${path}`, rules: ['base64'] }],
  example: ['product.yaml'],
})
export const noSuchItem = reason({
  kind: 'not_found',
  code: 'folder_item_not_found',
  label: 'item',
  when: 'The folder has no such item.',
  message: (key: string) => `The product has no item ${key}.`,
  example: ['gold'],
})
export const noSuchIntegration = reason({
  kind: 'not_found',
  code: 'folder_integration_not_found',
  label: 'integration',
  when: 'The folder has no such integration.',
  message: (key: string) => `The product has no integration ${key}.`,
  example: ['branch-office'],
})
export const noSuchDatasetItem = reason({
  kind: 'not_found',
  code: 'folder_dataset_item_not_found',
  label: 'dataset_item',
  when: 'The folder has no such dataset item.',
  message: (reference: string) => `The folder has no dataset item ${reference}.`,
  example: ['companies/C-0001'],
})
export const noSuchAnswer = reason({
  kind: 'validation_failed',
  code: 'folder_question_not_found',
  label: 'answer_of_folder',
  when: 'An answer to vary is not a question of the quote.',
  message: (name: string, meant: string) =>
    `The quote has no question ${name}. ${meant === '' ? 'The questions are in quote.json.' : meant}`,
  errors: () => [wrong('vary')],
  example: ['deductable', 'Did you mean deductible?'],
})
export const notEnumerable = reason({
  kind: 'validation_failed',
  code: 'not_enumerable',
  when: 'An answer to vary has too many possible values.',
  message: (name: string, why: string) =>
    `${name} cannot be varied: ${why}. Vary answers with in:, boolean, or both min and max; price others one by one.`,
  errors: () => [wrong('vary')],
  example: ['purchase_date', 'it is a date'],
})
export const tooManyCombinations = reason({
  kind: 'validation_failed',
  code: 'too_many_combinations',
  when: 'The answers to vary have too many combinations.',
  message: (count: number, most: number) =>
    `These answers have ${count} combinations, and at most ${most} are priced. Vary fewer answers at once.`,
  errors: () => [wrong('vary')],
  example: [2600, 500],
})
export const notTwoWorkbooks = reason({
  kind: 'validation_failed',
  code: 'not_two_workbooks',
  when: 'The request does not contain exactly two workbooks.',
  message:
    'Send two workbooks: before.xlsx, which the product has, and after.xlsx, which is to replace it.',
  errors: [wrong('files')],
})
export const notOneWorkbook = reason({
  kind: 'validation_failed',
  code: 'not_one_workbook',
  when: 'The request does not contain exactly one workbook.',
  message: (count: number) =>
    `${count === 0 ? 'No file was' : `${count} files were`} sent. A product is made from one workbook: send that file alone.`,
  errors: () => [wrong('files')],
  example: [6],
})
export const noSuchDocument = reason({
  kind: 'not_found',
  code: 'document_not_found',
  label: 'document',
  when: 'The folder has no such document.',
  message: (designation: string) => `The product has no document ${designation}.`,
  example: ['bill'],
})
export const noSuchLanguage = reason({
  kind: 'not_found',
  code: 'folder_language_not_found',
  label: 'language',
  when: 'The product has no such language.',
  message: (language: string) => `The product does not support the language ${language}.`,
  example: ['fr'],
})
export const folderWorkersStopped = reason({
  kind: 'temporarily_unavailable',
  code: 'folder_workers_stopped',
  when: 'The folder workers have stopped.',
  message: 'Product folders cannot be processed at present. Try again later.',
})

/** Why a dataset is not imported. */
export const keyFieldMissing = reason({
  kind: 'validation_failed',
  code: 'key_field_missing',
  when: 'The dataset is new, and the request has no `key_field`.',
  message: (key: string) =>
    `There is no dataset ${key} yet. Name the column that identifies an item as key_field.`,
  errors: (_key) => [{ code: 'required', field: 'key_field' }],
  example: ['bridges'],
})
export const datasetOfProduct = reason({
  kind: 'validation_failed',
  code: 'dataset_of_product',
  label: 'of_a_product',
  when: 'The dataset belongs to a product, and its items come from the folder of that product.',
  message: (key: string, product: string) =>
    `The dataset ${key} belongs to the product ${product}. Change it in the folder of ${product}, push and publish; or import under another key.`,
  errors: (_key) => [{ code: 'invalid_value', field: 'dataset_key' }],
  example: ['companies', 'cyber'],
})
export const noSuchColumn = reason({
  kind: 'validation_failed',
  code: 'column_not_found',
  label: 'no_column',
  when: 'A parameter names a column that the file does not have.',
  message: (_parameter: 'hidden' | 'types', column: string) => `The file has no column ${column}.`,
  errors: (parameter) => [wrong(parameter)],
  example: ['hidden', 'price'],
})
export const mergeChangesSettings = reason({
  kind: 'validation_failed',
  code: 'merge_changes_settings',
  label: 'merge_settings',
  when: 'The request merges items and changes the settings of the dataset.',
  message: (setting: string) =>
    `A merge cannot change the settings of the dataset. Leave ${setting} out, or import without merging.`,
  errors: (setting) => [wrong(setting)],
  example: ['name'],
})
export const mergeByAnotherKey = reason({
  kind: 'validation_failed',
  code: 'merge_key_differs',
  label: 'merge_key',
  when: 'The merge names another key column than the dataset has.',
  message: (dataset: string, keyField: string) =>
    `The items of ${dataset} are identified by ${keyField}. Merge by that column.`,
  errors: () => [wrong('key_field')],
  example: ['garages', 'code'],
})

function whyNotLimited(permission: Permission, limit: LimitKind): string {
  if (limit === 'test_mode') {
    return 'concerns test and live mode at once and cannot be limited to test mode'
  }
  const other = limit === 'products' ? 'distributors' : 'products'
  const concerns = mayBeLimitedTo(permission, other) ? `all ${limit}` : 'the whole account'
  return `concerns ${concerns} and cannot be limited to ${limit}`
}

function roleLimitNotFound(code: string, what: string, example: string) {
  return reason({
    kind: 'validation_failed',
    code,
    when: `A grant is limited to a ${what} that the account does not have.`,
    message: (name: string, fix: string) =>
      `The account has no ${what} ${name} to limit a grant to. ${fix}`.trimEnd(),
    errors: () => [wrong('grants')],
    example: [example, ''],
  })
}

function wrong(field: string): FieldError {
  return { code: 'invalid_value', field }
}

/** Why a person is not invited, changed or removed. */
export const userNotFound = notFound('Person', {
  code: 'user_not_found',
  when: 'The account has no such person.',
  example: 'usr_01b0acc58e20a1f5cb6ba6d8b0de',
})
export const alreadyMember = reason({
  kind: 'validation_failed',
  code: 'already_member',
  when: 'The person belongs to the account already.',
  message: (email: string) => `${email} belongs to the account already. Change the roles instead.`,
  errors: () => [wrong('email')],
  example: ['anna.keller@example.com'],
})
export const tooManyUsers = reason({
  kind: 'validation_failed',
  code: 'too_many_users',
  when: 'The account has the maximum number of people.',
  message: (max: number) =>
    `The account has ${max} people, which is the maximum. Remove somebody first.`,
  example: [1_000],
})
export const notJoined = reason({
  kind: 'validation_failed',
  code: 'not_joined',
  when: 'The person has not accepted the invitation yet, or is deactivated.',
  message: (email: string) =>
    `${email} has not accepted the invitation yet, or is deactivated. Invite or reactivate the person first.`,
  example: ['ben.moser@example.com'],
})
export const personOfOtherAccounts = reason({
  kind: 'not_permitted',
  code: 'person_of_other_accounts',
  when: 'The person belongs to accounts that you do not manage.',
  message:
    'The person belongs to other accounts as well, so that only the person may decide this. You can remove the person from your account.',
})
export const ownSecondFactor = reason({
  kind: 'not_permitted',
  code: 'own_second_factor',
  when: 'You are the person whose second factor would be removed.',
  message:
    'This call is for other people. Remove your own authenticator app with POST /manage/me/totp/remove, which asks for your password or a code.',
})
export const secondFactorNotOn = reason({
  kind: 'validation_failed',
  code: 'second_factor_not_on',
  when: 'The person has no authenticator app.',
  message: 'The person has no authenticator app, so that there is nothing to remove.',
})
export const noEmailChange = reason({
  kind: 'validation_failed',
  code: 'no_email_change',
  when: 'The person has asked for no other address, or this address has confirmed the change.',
  message: 'The person has asked for no other e-mail address, or this address has confirmed it.',
})
export const userSessionNotFound = notFound('Session', {
  code: 'user_session_not_found',
  when: 'The person has no such session for this account, or it has ended.',
  example: 'ses_01b0acc58e20b2f5cb6ba6d8b0de',
})
