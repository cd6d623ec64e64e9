/** More work arrived than can be done in time. None of it was started. */
export class Overloaded extends Error {}
