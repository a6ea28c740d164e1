import { readQuestion } from '../../products/index.ts'
import { ids, linkTo } from '../wire/example-ids.ts'

type Row = readonly [name: string, path: string | null, validation: string]

const withdrawalPage = linkTo(`/withdraw/${ids.product}?mode=test`).href

const quote: readonly Row[] = [
  ['employee_number', 'data', 'integer|required|min:0|max:250'],
  ['yearly_turnover', 'data', 'integer|required|min:0|max:100000000000'],
  ['company_backup', 'data', 'string|required|in:weekly,monthly,quarterly,yearly,never'],
  ['encryption', 'data', 'boolean|required'],
  ['deductible', 'data', 'integer|required|in:100000,500000,1000000'],
  ['insured_sum', 'data', 'integer|required|min:10000000|max:100000000'],
  ['online_revenue_percentage', 'data', 'string|required|in:0_25,26_50,above_50'],
  ['policy_start_date', 'data', 'iso_date|required|after:today'],
  ['third_party_coverage', 'data', 'boolean|required'],
  ['company', 'data', 'optional|in_dataset:companies'],
]

const policy: readonly Row[] = [
  ['first_name', null, 'string|required|max:100'],
  ['last_name', null, 'string|required|max:100'],
  ['email', null, 'string|required|email|max:254'],
  ['salutation', 'data', 'string|required|in:mr,ms,mx'],
  ['phone', 'data', 'phone_number|required'],
  ['company_name', 'data', 'string|required|min:2|max:200'],
  ['legal_form', 'data', 'string|required|in:gmbh,ug,ag,kg,ohg,gbr,sole_trader,other'],
  ['company_street', 'data', 'string|required|max:100'],
  ['company_house_number', 'data', 'string|required|max:10'],
  ['company_zip', 'data', 'string|required|postal_code:DE'],
  ['company_city', 'data', 'string|required|max:100'],
  ['company_founded_on', 'data', 'iso_date|before:today'],
  ['previous_cyber_losses', 'data', 'boolean|required'],
  ['previous_losses_count', 'data', 'integer|required_if:previous_cyber_losses,true|min:1|max:20'],
  ['terms_accepted', 'data', 'boolean|required|required_true'],
]

const companies = 'dat_01af10842400a1f3c09b7712de54'

const companyFields = [
  'name',
  'city',
  'industry',
  'industry_code',
  'employees',
  'founded_on',
  'company_number',
]

/** The other members derive from the rule string, as at run time. */
function questionOf([name, path, validation]: Row) {
  const { type, isRequired, choices, conditions, dataset } = readQuestion({
    name,
    path,
    validation,
  })
  return {
    name,
    path,
    validation,
    type,
    required: isRequired,
    choices,
    conditions: conditions.map((rule) => ({ rule: rule.name, params: rule.arguments })),
    dataset_id: dataset === null ? null : companies,
    dataset_fields: dataset === null ? [] : companyFields,
  }
}

/** As examples/cyber lists them. */
const publicOutputsExample = [
  { output: 'premium_tax', labels: { en: 'Insurance tax', de: 'Versicherungsteuer' } },
  {
    output: 'third_party_premium',
    labels: { en: 'Of this, third-party damage', de: 'Davon Drittschäden' },
  },
  { output: 'industry', labels: { en: 'Industry', de: 'Branche' } },
]

const productFile = (path: string) =>
  linkTo(`/checkout/product-files/${ids.productVersion}/${path}`).href

export const formExample = {
  integration_id: ids.integration,
  integration_version_id: ids.integrationVersion,
  product_version_id: ids.productVersion,
  name: 'Cyber Protect',
  names: { en: 'Cyber Protect', de: 'Cyber Protect' },
  languages: ['en', 'de'],
  default_language: 'en',
  currency: 'eur',
  time_zone: 'Europe/Berlin',
  items: [
    {
      id: ids.item,
      name: 'Cyber Protect',
      names: { en: 'Cyber Protect', de: 'Cyber Protect' },
      quote: quote.map(questionOf),
      policy: policy.map(questionOf),
    },
  ],
  handover_required: false,
  public_outputs: publicOutputsExample,
  subscription_plans: [
    {
      id: ids.plan,
      key: 'yearly',
      name: 'Yearly in advance',
      names: { en: 'Yearly in advance', de: 'Jährlich im Voraus' },
      type: 'recurring',
      frequency: 'year',
      methods: [
        { provider: 'invoice', method: 'invoice', collects_elsewhere: true },
        { provider: 'sandbox', method: 'card', collects_elsewhere: false },
      ],
      answer: null,
    },
    {
      id: ids.planByInvoice,
      key: 'by-invoice',
      name: 'Yearly by invoice',
      names: { en: 'Yearly by invoice', de: 'Jährlich auf Rechnung' },
      type: 'recurring',
      frequency: 'year',
      methods: [{ provider: 'invoice', method: 'invoice', collects_elsewhere: true }],
      answer: null,
    },
  ],
  // The beginning of what there is.
  checkout: {
    quote: [
      {
        title: { en: 'Your company', de: 'Ihr Unternehmen' },
        fields: ['company', 'employee_number', 'yearly_turnover', 'online_revenue_percentage'],
      },
    ],
    policy: [],
    plan_question: null,
    fields: [
      {
        name: 'company_backup',
        label: { en: 'How often do you make backups?', de: 'Wie oft sichern Sie Ihre Daten?' },
        help: {},
        placeholder: {},
        unit: {},
        entry: {},
        money: false,
        percent: false,
        choices: [
          { value: 'never', label: { en: 'Never', de: 'Nie' } },
          { value: 'weekly', label: { en: 'Every week', de: 'Jede Woche' } },
          { value: 'yearly', label: { en: 'Every year', de: 'Jedes Jahr' } },
          { value: 'monthly', label: { en: 'Every month', de: 'Jeden Monat' } },
          { value: 'quarterly', label: { en: 'Every quarter', de: 'Jedes Quartal' } },
        ],
      },
    ],
    logo: productFile('documents/logo.svg'),
    contact: {
      name: { en: 'Cyber Protect customer service', de: 'Kundenservice Cyber Protect' },
      email: 'service@demo-insurance.example',
      phone: '+49 30 23125 010',
    },
    links: [
      {
        name: 'privacy',
        href: {
          en: 'https://www.demo-insurance.example/privacy',
          de: 'https://www.demo-insurance.example/datenschutz',
        },
      },
      {
        name: 'imprint',
        href: {
          en: 'https://www.demo-insurance.example/imprint',
          de: 'https://www.demo-insurance.example/impressum',
        },
      },
      {
        name: 'withdrawal',
        href: { en: withdrawalPage, de: withdrawalPage },
      },
    ],
  },
  documents: [
    {
      designation: 'terms',
      names: { en: 'Terms and conditions', de: 'Versicherungsbedingungen' },
      hrefs: {
        en: productFile('documents/terms.en.pdf'),
        de: productFile('documents/terms.de.pdf'),
      },
    },
  ],
}
