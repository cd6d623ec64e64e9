# Wrong signatures as a shell makes them; BODY, TIMESTAMP and SECRET are in the environment.
hex() { openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1; }

printf 'echo adds a line end\t%s\n' "$(printf '%s\n' "$BODY$TIMESTAMP" | hex)"
printf 'two lines\t%s\n' "$(printf '%s\n%s' "$BODY" "$TIMESTAMP" | hex)"
printf 'single quotes\t%s\n' "$(printf '%s' '$body$timestamp' | hex)"
printf 'a header line\t%s\n' "X-Signature: $(printf '%s' "$BODY$TIMESTAMP" | hex)"
printf 'the output of openssl\t%s\n' "$(printf '%s' "$BODY$TIMESTAMP" | openssl dgst -sha256 -hmac "$SECRET")"
printf 'no key\t%s\n' "$(printf '%s' "$BODY$TIMESTAMP" | openssl dgst -sha256 -r | cut -d' ' -f1)"
