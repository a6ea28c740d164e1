import { defineWords } from '../../words/language.ts'

export const massTitles = defineWords({
  en: { runs: 'Acts on many' },
  de: { runs: 'Sammelvorgänge' },
})
