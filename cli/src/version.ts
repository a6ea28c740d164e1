/** The version of the whole repository; a test holds it to package.json. */
export const version = '0.2.0'
