/** The word that was most likely meant, as the server finds it in product folders. */
export { didYouMean } from '@bindery/rules/words'
