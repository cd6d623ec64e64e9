/** More work came in than can be done in time. Nothing of it was begun. */
export class Overloaded extends Error {}
