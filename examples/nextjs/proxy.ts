/** Answers 404 to a path that cannot be decoded. Next.js would answer 500. */
export const proxy = (request: Request): Response | undefined => {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return undefined
  } catch {
    const errorMessage = 'The reference was not found.'
    return Response.json({ error: 'NOT_FOUND', errorMessage }, { status: 404 })
  }
}
