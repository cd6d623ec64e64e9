<?php

declare(strict_types=1);

use Illuminate\Container\Container;
use Illuminate\Events\Dispatcher;
use Illuminate\Http\Request;
use Illuminate\Pipeline\Pipeline;
use Illuminate\Routing\Router;
use Wasl\PartnerKit\Adapter\LaravelMiddleware;

require 'Illuminate/Routing/autoload.php';
require 'Illuminate/Events/autoload.php';
require __DIR__ . '/shop.php';

$container = new Container();
$container->singleton(LaravelMiddleware::class, fn() => new LaravelMiddleware(
    '/payments',
    fn() => shopPartner('/payments'),
));
$router = new Router(new Dispatcher($container), $container);
$router->get('/', fn(): string => 'the shop itself');

// As Laravel's kernel sends a request through its global middleware to the router.
$request = Request::capture();
$container->instance(Request::class, $request);
(new Pipeline($container))
    ->send($request)
    ->through([LaravelMiddleware::class])
    ->then(fn(Request $request) => $router->dispatch($request))
    ->send();
