# ruby order_token.rb A-1001 49.00 EUR [description]
require 'json'
require 'openssl'

# amount is text such as '49.00'; others may be description, email, offers, return_url and the like.
def order_token(id, amount, currency, **others)
  secret = ENV.fetch('CRYPTO_CHECKOUT_ORDER_SECRET', '').split(',').first.to_s.strip
  raise 'CRYPTO_CHECKOUT_ORDER_SECRET needs 32 bytes: openssl rand -base64 32' if secret.bytesize < 32

  now = Time.now.to_i
  claims = { sub: id, amount: amount, currency: currency, iat: now, exp: now + 86_400, **others }
  header = { alg: 'HS256', typ: 'JWT' }
  signed = [header, claims].map { |part| base64url(JSON.generate(part)) }.join('.')
  "#{signed}.#{base64url(OpenSSL::HMAC.digest('SHA256', secret, signed))}"
end

def base64url(bytes)
  [bytes].pack('m0').tr('+/', '-_').delete('=')
end

puts order_token(*ARGV.first(3), **{ description: ARGV[3] }.compact) if $PROGRAM_NAME == __FILE__
