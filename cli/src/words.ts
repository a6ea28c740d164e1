/** The most likely intended word, found as the server finds it in product folders. */
export { didYouMean } from '@bindery/rules/words'
