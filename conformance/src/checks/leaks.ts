/** Finds internals of a server in an answer. */

// Stack frames of JavaScript, Python, PHP and Java, and file paths.
const TRACES =
  /\bat [\w.<>$ ]+ \((?:file:\/\/|node:|\/|[A-Z]:\\)[^)]{1,200}\)|Traceback \(most recent call last\)|File "[^"]+", line \d+|#0 \/[^\s:]+\(\d+\)|Stack trace:|\bin \/[\w./-]+\.php(?: on line |:)\d+|\bat [\w.$]+\([\w]+\.java:\d+\)|\/node_modules\/|\bsite-packages\//

// Errors of PostgreSQL, MySQL, SQLite, SQL Server, Oracle and their clients.
const DATABASE_ERRORS =
  /SQLSTATE\[|\bsyntax error at or near\b|\bin your SQL syntax\b|\bunterminated quoted string\b|\bUnclosed quotation mark\b|\bviolates (?:unique|foreign key|check|not-null) constraint\b|\brelation "[^"]+" does not exist\b|\bDuplicate entry '[^']*' for key\b|\bno such (?:table|column): |\bUNIQUE constraint failed\b|\bSQLITE_[A-Z]+|\bORA-\d{5}\b|\b(?:psycopg2?|sqlite3|pymysql|PDO|mysqli|sqlalchemy)\b[.\w]*(?:Error|Exception)/

// SQL syntax, so that sentences such as "Select a date" and "update your address" do not match.
const STATEMENTS =
  /\bselect\b[^;]{1,200}\bfrom\s+["`[]?\w+["`\]]?\s*(?:where|join|limit|order by|;)|\binsert\s+into\s+["`[]?\w+["`\]]?\s*(?:\(|values)|\bupdate\s+["`[]?\w+["`\]]?\s+set\s+["`[]?\w+["`\]]?\s*=|\bdelete\s+from\s+["`[]?\w+["`\]]?\s*(?:where|;)/i

/** The first match in the text, or null. */
export const leakIn = (text: string): string | null => {
  for (const pattern of [TRACES, DATABASE_ERRORS, STATEMENTS]) {
    const found = pattern.exec(text)
    if (found !== null) return found[0]
  }
  return null
}
