import { readUuid } from './cursor.ts'

/** A UUID in a path, in the database's spelling; null for anything else, which is an unknown id. */
export const uuidIn = (text: string): string | null => readUuid(text.toLowerCase())
