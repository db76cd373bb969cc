#!/bin/sh
# Downloads the responses as CSV, with the RSA key of a backend: its private part is backend.pem, its public part is
# registered under Backends.
set -eu
service=https://gateway.example
application=application-id
form=questionnaire-id
kid=export-2026

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# A token of SMART Backend Services, valid for five minutes.
header=$(printf '{"alg":"RS384","typ":"JWT","kid":"%s"}' "$kid" | base64url)
claims=$(printf '{"iss":"%s","sub":"%s","aud":"%s","exp":%d,"jti":"%s"}' "$application" "$application" \
  "$service/token" "$(($(date +%s) + 240))" "$(openssl rand -hex 16)" | base64url)
signature=$(printf '%s' "$header.$claims" | openssl dgst -sha384 -sign backend.pem -binary | base64url)
token=$(curl -sSf "$service/token" -d grant_type=client_credentials --data-urlencode "scope=read:questionnaire[$form]" \
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \
  -d client_assertion="$header.$claims.$signature" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')

curl -sSf "$service/api/questionnaire/$form/responses" -o responses.csv \
  -H "authorization: Bearer $token" -H 'accept: text/csv'
