/** A workbook with two inputs, their data validation and a price: as small as one can be. */
const workbook = [
  'UEsDBBQAAAAIAAAAIV6nbwkknQAAAMUAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbCWOSw6CMBCG9ybeoZm9FF0Y',
  'YygsfJwADzApwyOWaUNHA7e3yHLm+19FNY9OfWmKg2cDxywHRWx9M3Bn4FU/DxdQUZAbdJ7JwEIRqnK/K+olUFTJ',
  'zdFALxKuWkfb04gx84E4kdZPI0o6p04HtG/sSJ/y/KytZyGWg6wZUBZ3avHjRD3m9N6WJDuo26ZbqwxgCG6wKAnr',
  'leqy0P8R5Q9QSwMEFAAAAAgAAAAhXjRvA620AAAAKQEAAAsAAABfcmVscy8ucmVsc4XPTQrCMBAF4L3gHcLsbVoX',
  'ItK0GxG6lXqAmE5/aJMJSdT29mZpRXA5zMz3eHk564k90fmBjIAsSYGhUdQMphNwqy+7IzAfpGnkRAYFLOihLLab',
  '/IqTDPHJ94P1LCrGC+hDsCfOvepRS5+QRRM3LTktQxxdx61Uo+yQ79P0wN2nAcXKZFUjwFVNBqxebEz+b1PbDgrP',
  'pB4aTfgR8XURZek6DALmib/IjXeiMYko8CLnq4LFG1BLAwQUAAAACAAAACFernZkIcgAAAAuAQAADwAAAHhsL3dv',
  'cmtib29rLnhtbI2Py07DQAxF90j8w8h7OikLhKIkXYCQumMBHzBknGbUGTuypzz+HkMf66780j2+t9t8l+w+UTQx',
  '9bBeNeCQRo6Jdj28v73cPYLTGiiGzIQ9/KDCZri96b5Y9h/Me2cA0h7mWpfWex1nLEFXvCDZZWIpodooO6+LYIg6',
  'I9aS/X3TPPgSEsGR0Mo1DJ6mNOIzj4eCVI8QwRyq2dc5LQrDxdmr+KH7f6en6igUy/AU8ngwDYtl+9tvo0UHJ22y',
  'RrZxDab0Z6k/A4dfUEsDBBQAAAAIAAAAIV5SiTye0QAAALgBAAAaAAAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJl',
  'bHOtkM1qxDAMhO+FvoPRvXHSQ2nLOnsphb222wcwthKHTWwjqT/79hWF/gQWetmT0Ah9M8xm+7HM5g2Jp5IddE0L',
  'BnMoccqjg5f949UtGBafo59LRgdHZNj2lxebJ5y96BOnqbJRSmYHSaTeW8sh4eK5KRWzXoZCixddabTVh4Mf0V63',
  '7Y2lvwzoV0yziw5oFzsw+2NV5//ZZRimgA8lvC6Y5YSFfS904IQoCvU0ojj4kdh+ja5RKtjTYe60nvOl4eQJ47OQ',
  'ls2/iVbydxq76rv/BFBLAwQUAAAACAAAACFemlANpHcAAACGAAAAFAAAAHhsL3NoYXJlZFN0cmluZ3MueG1sDYxB',
  'CkIhEED3QXeQ2fe1FhGh/l0nqAPId/oKOoozRN0+l4/He3b91qI+ODg3cnBeDCikrcVMu4PX83G6gWIJFENphA5+',
  'yLD648Eyi5otsYMk0u9a85awBl5aR5rm3UYNMnHsmvvAEDkhSi36YsxV15AJvNXz4/9QSwMEFAAAAAgAAAAhXhfM',
  'WWdTAQAAEQMAABgAAAB4bC93b3Jrc2hlZXRzL3NoZWV0MS54bWyFU1FPwjAQ/itLn9QQuhGRYbo+iJqI8cnEV9KM',
  'jjWu7bjeGPx7W4IL4BZftt13vfu+725lrYVvV0qJ0V5XxmWkRKwfKXV5KbVwY1tL4zOFBS3Qh7ChrgYp1sciXdFJ',
  'HD9QLZQhnB2xZ4GCM7BtBBmZeTQPH08zEmFGlKmUkZ8IHleOM+Ru2wiQKy0RpGMUOaMhQfNT4SK02PE0ZnR3Bi+H',
  '+hmJKy9Qq0b3dHsP3Qq+mN29vd4s0ozkCg9klMzjUTKNbxktAlky9a46Puq9dIbSzlA6IADkRlnT52SoImjoOb8c',
  'Oo9ivwKBss9f0Lfj8TiZX+mnZ8tZ++eXqJR/e6m+/hKI8FDLjLSlrSSJXGnbFwALH9I5sfGJxINbkMVpOeHfaCqR',
  '8MTPrAt+4Qm/D7PsIkYvyQbIK+XwH+5gtaM7LnKU28YgHMi5jj98V0AYX3cL+A9QSwECFAAUAAAACAAAACFep28J',
  'JJ0AAADFAAAAEwAAAAAAAAAAAAAAAAAAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLAQIUABQAAAAIAAAAIV40bwOt',
  'tAAAACkBAAALAAAAAAAAAAAAAAAAAM4AAABfcmVscy8ucmVsc1BLAQIUABQAAAAIAAAAIV6udmQhyAAAAC4BAAAP',
  'AAAAAAAAAAAAAAAAAKsBAAB4bC93b3JrYm9vay54bWxQSwECFAAUAAAACAAAACFeUok8ntEAAAC4AQAAGgAAAAAA',
  'AAAAAAAAAACgAgAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHNQSwECFAAUAAAACAAAACFemlANpHcAAACGAAAA',
  'FAAAAAAAAAAAAAAAAACpAwAAeGwvc2hhcmVkU3RyaW5ncy54bWxQSwECFAAUAAAACAAAACFeF8xZZ1MBAAARAwAA',
  'GAAAAAAAAAAAAAAAAABSBAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sUEsFBgAAAAAGAAYAhwEAANsFAAAAAA==',
].join('')

export const draftRequestExample = {
  files: { 'home.xlsx': workbook },
  key: 'home',
  distributor: 'alpine-brokers',
  start: 'ask',
  term: 'P1Y',
  pay: 'year',
  renewal: 'automatic',
}

const encode = (text: string) => Buffer.from(text).toString('base64')

/** Of its files only the beginnings are shown. */
/** One for each event of which customers are informed. */
const mailsOfStarter = Object.fromEntries(
  [
    'dunning.lapsed',
    'dunning.notice_sent',
    'dunning.reminded',
    'dunning.revived',
    'dunning.suspended',
    'footer',
    'invoice.issued',
    'offer.created',
    'payment.action_required',
    'payment.failed',
    'policy.cancelled',
    'policy.endorsed',
    'policy.issued',
    'policy.reinstated',
    'policy.renewed',
    'policy.withdrawn',
    'refund.ok',
    'renewal.offered',
    'withdrawal.received',
  ].map((name) => [`mails/${name}.en.md`, encode('Subject: ...\n')]),
)

export const draftedExample = {
  drafted: true,
  problems: [],
  untaken: [],
  warnings: [],
  fields: [
    {
      name: 'square_metres',
      place: 'Calculator!C7',
      validation: 'integer|required|min:10|max:400',
      reasons: [
        'integer, min:10, max:400: data validation of Calculator!C7.',
        'required: nothing says that it may be left out.',
      ],
    },
    {
      name: 'region',
      place: 'Calculator!C8',
      validation: 'string|required|in:city,country',
      reasons: [
        'string, in: data validation of Calculator!C8.',
        'required: nothing says that it may be left out.',
      ],
    },
    {
      name: 'policy_start_date',
      place: 'No cell of the workbook',
      validation: 'iso_date|required|after_or_equal:today',
      reasons: ['Cover begins on that day.'],
    },
  ],
  outputs: ['net_premium', 'tax_rate', 'duration_strategy', 'policy_duration'],
  layout: null,
  questions: [
    {
      name: 'start',
      answer: 'ask',
      reason: '',
      choices: [
        { value: 'ask', label: 'a day that the customer chooses: one more question' },
        { value: 'today', label: 'the day of the quote' },
      ],
    },
    {
      name: 'term',
      answer: 'P1Y',
      reason: '',
      choices: [
        { value: 'P1Y', label: 'one year' },
        { value: 'open', label: 'without an end' },
      ],
    },
    {
      name: 'pay',
      answer: 'year',
      reason: '',
      choices: [
        { value: 'year', label: 'every year' },
        { value: 'month', label: 'every month' },
        { value: 'month,year', label: 'every month or every year, as the customer chooses' },
        { value: 'once', label: 'once, for the whole term' },
      ],
    },
    {
      name: 'renewal',
      answer: 'automatic',
      reason: '',
      choices: [
        { value: 'automatic', label: 'goes on for another term, at the price of that day' },
        { value: 'on_acceptance', label: 'goes on once the customer accepts the new price' },
        { value: 'none', label: 'ends with the term' },
      ],
    },
  ],
  files: {
    'product.yaml': encode('key: home\nname: Home\n'),
    'quote.json': encode('{ "quote": [] }\n'),
    'fields.json': encode('{ "version": "1" }\n'),
    'pricing.xlsx': workbook,
    'checkout.yaml': encode('plans:\n  year: Yearly\n'),
    'documents/documents.yaml': encode('documents:\n  - designation: offer\n'),
    'documents/offer.en.typ': encode('#import "parts/letter.typ": letter\n'),
    'documents/policy.en.typ': encode('#import "parts/letter.typ": letter\n'),
    'documents/invoice.en.typ': encode('#import "parts/letter.typ": letter\n'),
    'documents/parts/letter.typ': encode('#let letter(body) = body\n'),
    'documents/parts/words.typ': encode('#let words = (:)\n'),
    'documents/parts/questions.typ': encode('#let labels = (:)\n'),
    ...mailsOfStarter,
    'tests/as-saved.yaml': encode('- name: what the workbook was saved with\n'),
    'tests/corners.yaml': encode('- name: "recorded: square_metres at its least, 10"\n'),
  },
}

export const replaceWorkbookExample = {
  files: { 'before.xlsx': workbook, 'after.xlsx': workbook },
}

export const replacedWorkbookExample = {
  replaced: true,
  problems: [],
  inputs: [
    { name: 'square_metres', cell: 'Calculator!C7' },
    { name: 'region', cell: 'Calculator!C8' },
  ],
  outputs: [
    { name: 'net_premium', cell: 'Calculator!K7' },
    { name: 'tax_rate', cell: 'Calculator!K8' },
  ],
  files: { 'pricing.xlsx': workbook },
}
