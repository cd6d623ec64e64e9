/** A number of Algeria: `0550 12 34 56`, `+213 550123456`. */
export const isPhone = (text: string): boolean =>
  /^(?:0|\+?213|00213)[2-7][0-9]{7,8}$/.test(text.replaceAll(/[\s.\-()]/g, ''))
