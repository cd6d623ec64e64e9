<?php

declare(strict_types=1);

use Nyholm\Psr7\Factory\Psr17Factory;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;
use Wasl\PartnerKit\Adapter\Psr15Handler;

require 'Nyholm/Psr7/autoload.php';
require __DIR__ . '/shop.php';
if (!interface_exists(RequestHandlerInterface::class)) {
    require __DIR__ . '/psr15-interfaces.php';
}

/** The rest of the shop, behind the partner. */
final class RestOfTheShop implements RequestHandlerInterface
{
    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        return new Nyholm\Psr7\Response(200, [], 'the shop itself');
    }
}

$factory = new Psr17Factory();
$request = $factory->createServerRequest($_SERVER['REQUEST_METHOD'], $_SERVER['REQUEST_URI'], $_SERVER);
foreach (getallheaders() as $name => $value) {
    $request = $request->withHeader($name, $value);
}
$request = $request->withBody($factory->createStreamFromFile('php://input'));

$partner = new Psr15Handler(shopPartner('/payments'), $factory, $factory);
$response = $partner->process($request, new RestOfTheShop());

http_response_code($response->getStatusCode());
foreach ($response->getHeaders() as $name => $values) {
    header("$name: " . implode(', ', $values));
}
echo $response->getBody();
