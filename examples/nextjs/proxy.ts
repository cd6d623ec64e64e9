/** Next.js itself would answer 500 where a path cannot be decoded. No reference of ours is like that. */
export const proxy = (request: Request): Response | undefined => {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return undefined
  } catch {
    const errorMessage = 'The reference was not found.'
    return Response.json({ error: 'NOT_FOUND', errorMessage }, { status: 404 })
  }
}
